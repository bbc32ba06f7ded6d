import asyncio
import json
import os

from langchain_mcp_adapters.client import MultiServerMCPClient


async def main():
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    server = {"transport": "streamable_http", "url": os.environ["MCP_URL"], "headers": headers}
    shown = {}
    for tool in await MultiServerMCPClient({"sightline": server}).get_tools():
        if tool.name in os.environ["TOOLS"].split():
            [block] = await tool.ainvoke(json.loads(os.environ["ARGUMENTS"]))
            shown[tool.name] = block["text"]
    print(json.dumps(shown))


asyncio.run(main())
