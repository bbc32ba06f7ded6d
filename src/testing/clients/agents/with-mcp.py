import asyncio
import json
import os

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main():
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    async with httpx2.AsyncClient(headers=headers) as http_client:
        async with Client(streamable_http_client(os.environ["MCP_URL"], http_client=http_client)) as client:
            shown = {}
            for tool in (await client.list_tools()).tools:
                if tool.name in os.environ["TOOLS"].split():
                    result = await client.call_tool(tool.name, json.loads(os.environ["ARGUMENTS"]))
                    shown[tool.name] = result.content[0].text
            print(json.dumps(shown))


asyncio.run(main())
