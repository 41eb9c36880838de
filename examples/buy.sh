#!/usr/bin/env bash
# Buys two seats from Kathmandu to Pokhara for tomorrow and saves the ticket as ticket.pdf.
# Usage: examples/buy.sh [BASE_URL]. The service needs its sandbox for payments, as in `npm run demo`.
set -euo pipefail
base=${1:-http://localhost:3000}

# Prints a field of the JSON on standard input, such as `.booking.id`.
field() { node -pe "(value => typeof value === 'object' ? JSON.stringify(value) : value)(JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$1)"; }

# Calls the API and prints its answer. A refusal is a JSON document with a `code`, which goes to standard error.
call() {
  local path=$1
  shift
  curl --silent --show-error --fail-with-body "$base$path" "$@" || { echo "The service refused $path." >&2; return 1; }
}

tomorrow=$(node -p "new Date(Date.now() + 864e5).toLocaleDateString('en-CA', { timeZone: 'Asia/Kathmandu' })")
trip=$(call "/api/trips?origin=Kathmandu&destination=Pokhara&date=$tomorrow" | field '.results.find(trip => trip.bus.has_seat_map).id')
seats=$(call "/api/trips/$trip/seats" | field '.seats.filter(seat => seat.status === "AVAILABLE").slice(0, 2).map(seat => seat.seat_number)')
echo "Trip $trip, seats $seats"

# Each run registers a passenger of its own. The answer is a pair of tokens; the access token goes into each request.
email="maya-$(date +%s)-$$@example.com"
call /api/passenger/register --json '{"full_name": "Maya Gurung", "email": "'"$email"'", "password": "to-the-hills-1"}' > /dev/null
token=$(call /api/passenger/login --json '{"identifier": "'"$email"'", "password": "to-the-hills-1"}' | field .access)
auth="Authorization: Bearer $token"

# A hold keeps the seats for a few minutes. A booking needs them held.
call "/api/trips/$trip/seats/lock" -H "$auth" --json '{"seat_numbers": '"$seats"'}' > /dev/null
# The Idempotency-Key makes a repeated request harmless: after a time-out, send the same request with the same key.
booking=$(call /api/bookings -H "$auth" -H "Idempotency-Key: $email" --json '{"schedule_id": '"$trip"', "seat_numbers": '"$seats"'}' | field .id)
checkout=$(call "/api/bookings/$booking/checkout" -H "$auth" -X POST)
echo "Booking $booking waits for its payment"

# A browser would now post the form to the gateway. The sandbox takes it from curl, too, and sends us back.
fields=$(node -p 'String(new URLSearchParams({ ...JSON.parse(process.argv[1]).form_fields, decision: "pay" }))' "$checkout")
curl --silent --location --output /dev/null "$(field .gateway_url <<< "$checkout")" --data "$fields"

call "/api/bookings/$booking" -H "$auth" | field .booking_status
call "/api/bookings/$booking/ticket" -H "$auth" --output ticket.pdf
echo 'The ticket is ticket.pdf'
