#!/bin/sh
# Gives the service its password, beside the operators' that are there already, and becomes the broker.
set -eu
umask 077
passwords=/mosquitto/data/passwords
touch "$passwords"
mosquitto_passwd -b "$passwords" service "$MQTT_PASSWORD"
chown mosquitto "$passwords"
exec mosquitto -c /mosquitto/config/mosquitto.conf
