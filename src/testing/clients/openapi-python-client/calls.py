import json
import os
from datetime import date
from uuid import UUID

from client import AuthenticatedClient
from client.api.competitors import list_competitor_rankings
from client.api.executions import get_execution
from client.api.exports import get_export_file
from client.api.me import get_me
from client.api.profile import update_profile
from client.api.prompts import create_prompt
from client.api.tags import list_tags
from client.api.topics import list_topics
from client.api.visibility import list_visibility_segments
from client.models import CreatePromptBody, ListVisibilitySegmentsDimension, UpdateProfileBody

client = AuthenticatedClient(base_url=os.environ["API_URL"], token=os.environ["API_KEY"])
brand = UUID(os.environ["BRAND_ID"])
text = os.environ["TEXT"]

me = get_me.sync(client=client)
first = list_topics.sync(brand, client=client, limit=1)
second = list_topics.sync(brand, client=client, limit=1, cursor=first.pagination.next_cursor)
rankings = list_competitor_rankings.sync(
    brand,
    client=client,
    engine=["chatgpt", "gemini"],
    country=["US"],
    compare_to_previous=True,
    start_date=date(2026, 5, 17),
    end_date=date(2026, 6, 15),
)
segments = list_visibility_segments.sync(
    brand, client=client, dimension=ListVisibilitySegmentsDimension.TOPIC
)
execution = get_execution.sync(brand, UUID(os.environ["EXECUTION_ID"]), client=client)
prompt = create_prompt.sync(brand, client=client, body=CreatePromptBody(text=text), idempotency_key=text)
again = create_prompt.sync(brand, client=client, body=CreatePromptBody(text=text), idempotency_key=text)
body = UpdateProfileBody(industry=None, main_market=text)
updated = update_profile.sync(brand, client=client, body=body, idempotency_key=f"{text} profile")
missing = list_topics.sync(UUID("00000000-0000-4000-8000-000000000000"), client=client)
refused = list_tags.sync(brand, client=client, cursor="wrong")
file = get_export_file.sync_detailed(brand, UUID(os.environ["EXPORT_ID"]), client=client)

print(
    json.dumps(
        {
            "key": me.data.name,
            "topics": [str(topic.id) for topic in first.data + second.data],
            "rankings": [[row.name, row.visibility_pct] for row in rankings.data],
            "segments": [[row.segment, row.leader] for row in segments.data],
            "answer": execution.data.answer,
            "prompt": [str(prompt.data.id), prompt.data.is_active],
            "again": str(again.data.id),
            "profile": [updated.data.profile.industry, updated.data.profile.main_market],
            "missing": missing.error.code,
            "refused": refused.error.code,
            "file": file.content.decode(),
        }
    )
)
