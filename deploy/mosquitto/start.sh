#!/bin/sh
# Sets the password of the user `service`, and starts the broker in this process. Other users keep their passwords.
set -eu
umask 077
passwords=/mosquitto/data/passwords
touch "$passwords"
mosquitto_passwd -b "$passwords" service "$MQTT_PASSWORD"
chown mosquitto "$passwords"
exec mosquitto -c /mosquitto/config/mosquitto.conf
