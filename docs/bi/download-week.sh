#!/usr/bin/env bash
# Downloads the data of a brand for one week from Monday (UTC) into a folder for DuckDB. Needs curl, jq and GNU date.
#   URL=https://sightline.example.com KEY=… BRAND=<brand id> download-week.sh /srv/exports/brand=acme [monday]
# The week defaults to the last complete one. Running it again replaces the files of the week.
set -euo pipefail
folder=$1
monday=${2:-$(date -u -d "$(date -u +%F) -$(($(date -u +%u) + 6)) days" +%F)}
[ "$(date -u -d "$monday" +%u)" = 1 ] || { echo "$monday: not a Monday" >&2; exit 1; }
sunday=$(date -u -d "$monday +6 days" +%F)
api=$URL/v1/brands/$BRAND
ask() { curl -fsS -H "Authorization: Bearer $KEY" "$@"; }
mkdir -p "$folder"
for kind in answers mentions citations visits ai_visits experiments; do
  id=$(ask "$api/exports" -H "Idempotency-Key: $kind-$monday-$(date +%s%N)" -H 'Content-Type: application/json' \
    -d "{\"kind\": \"$kind\", \"format\": \"parquet\", \"start_date\": \"$monday\", \"end_date\": \"$sunday\"}" | jq -er .data.id)
  status=waiting
  until [ "$status" = completed ]; do
    sleep "${POLL_SECONDS:-2}"
    status=$(ask "$api/exports/$id" | jq -er .data.status)
    [ "$status" != failed ] || { echo "$kind: the export failed" >&2; exit 1; }
  done
  ask "$api/exports/$id/file" -o "$folder/$kind-$monday.part"
  mv "$folder/$kind-$monday.part" "$folder/$kind-$monday.parquet"
  ask -X DELETE "$api/exports/$id" -H "Idempotency-Key: delete-$id" -o "$folder/deleted.part"
done
cursor=
: > "$folder/intervals-$monday.part"
while :; do
  page=$(ask -G "$api/visibility/intervals" -d "start_date=$monday" -d "end_date=$sunday" -d limit=100 \
    ${cursor:+--data-urlencode "cursor=$cursor"})
  jq -c '.meta.period.start_date as $week | .data[] | {week: $week, entity_id: .id} + (
    {visibility_pct, market_share_pct} | to_entries | map({
      (.key): .value.value,
      (.key + "_low"): .value.these_prompts.low, (.key + "_high"): .value.these_prompts.high,
      (.key + "_others_low"): .value.prompts_like_these.low, (.key + "_others_high"): .value.prompts_like_these.high
    }) | add) + {name, is_our_brand}' <<< "$page" >> "$folder/intervals-$monday.part"
  cursor=$(jq -r '.pagination.next_cursor // ""' <<< "$page")
  [ -n "$cursor" ] || break
done
mv "$folder/intervals-$monday.part" "$folder/intervals-$monday.ndjson"
rm -f "$folder/deleted.part"
