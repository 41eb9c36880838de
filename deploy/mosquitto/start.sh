#!/bin/sh
# Sets the password of the user `service`, keeps existing passwords of operators, and starts the broker in this process.
set -eu
umask 077
passwords=/mosquitto/data/passwords
touch "$passwords"
mosquitto_passwd -b "$passwords" service "$MQTT_PASSWORD"
chown mosquitto "$passwords"
exec mosquitto -c /mosquitto/config/mosquitto.conf
