import json
import os
from datetime import date
from uuid import UUID

import openapi_client
from openapi_client import ApiException, CreatePromptBody, UpdateProfileBody

configuration = openapi_client.Configuration(
    host=os.environ["API_URL"], access_token=os.environ["API_KEY"]
)
brand = UUID(os.environ["BRAND_ID"])
text = os.environ["TEXT"]


def code(call):
    try:
        call()
    except ApiException as error:
        return error.data.error.code


with openapi_client.ApiClient(configuration) as client:
    topics = openapi_client.TopicsApi(client)
    prompts = openapi_client.PromptsApi(client)
    me = openapi_client.MeApi(client).get_me()
    first = topics.list_topics(brand, limit=1)
    second = topics.list_topics(brand, limit=1, cursor=first.pagination.next_cursor)
    rankings = openapi_client.CompetitorsApi(client).list_competitor_rankings(
        brand,
        engine=["chatgpt", "gemini"],
        country=["US"],
        compare_to_previous=True,
        start_date=date(2026, 5, 17),
        end_date=date(2026, 6, 15),
    )
    segments = openapi_client.VisibilityApi(client).list_visibility_segments(brand, "topic")
    execution = openapi_client.ExecutionsApi(client).get_execution(brand, UUID(os.environ["EXECUTION_ID"]))
    prompt = prompts.create_prompt(brand, text, CreatePromptBody(text=text))
    again = prompts.create_prompt(brand, text, CreatePromptBody(text=text))
    body = UpdateProfileBody(industry=None, main_market=text)
    profile = openapi_client.ProfileApi(client).update_profile(brand, f"{text} profile", body).data.profile
    file = openapi_client.ExportsApi(client).get_export_file(brand, UUID(os.environ["EXPORT_ID"]))
    shown = {
        "key": me.data.name,
        "topics": [str(topic.id) for topic in first.data + second.data],
        "rankings": [[row.name, row.visibility_pct] for row in rankings.data],
        "segments": [[row.segment, row.leader] for row in segments.data],
        "answer": execution.data.answer,
        "prompt": [str(prompt.data.id), prompt.data.is_active],
        "again": str(again.data.id),
        "profile": [profile.industry, profile.main_market],
        "missing": code(lambda: topics.list_topics(UUID("00000000-0000-4000-8000-000000000000"))),
        "refused": code(lambda: openapi_client.TagsApi(client).list_tags(brand, cursor="wrong")),
        "file": bytes(file).decode(),
    }
print(json.dumps(shown))
