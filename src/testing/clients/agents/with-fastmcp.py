import asyncio
import json
import os

from fastmcp import Client


async def main():
    async with Client(os.environ["MCP_URL"], auth=os.environ["API_KEY"]) as client:
        shown = {}
        for tool in await client.list_tools():
            if tool.name in os.environ["TOOLS"].split():
                result = await client.call_tool(tool.name, json.loads(os.environ["ARGUMENTS"]))
                shown[tool.name] = result.content[0].text
        print(json.dumps(shown))


asyncio.run(main())
