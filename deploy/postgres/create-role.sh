#!/bin/sh
# The service's own role. It owns its database, and may do nothing elsewhere: the superuser of the image is for people.
set -e
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv role SERVICE_ROLE
\getenv password SERVICE_PASSWORD
create role :"role" login password :'password';
create database :"role" owner :"role";
SQL
