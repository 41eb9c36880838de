#!/bin/sh
# Creates the service's role and its database. The role has no rights on other databases. The superuser of the image is for administrators only.
set -e
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<'SQL'
\getenv role SERVICE_ROLE
\getenv password SERVICE_PASSWORD
create role :"role" login password :'password';
create database :"role" owner :"role";
SQL
