import asyncio
import json
import os

from agents import Agent, RunContextWrapper, set_tracing_disabled
from agents.mcp import MCPServerStreamableHttp, MCPUtil

set_tracing_disabled(True)


async def main():
    headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
    parameters = {"url": os.environ["MCP_URL"], "headers": headers}
    # Its default of 5 seconds is too short on a machine with other load.
    async with MCPServerStreamableHttp(params=parameters, client_session_timeout_seconds=600) as server:
        context = RunContextWrapper(None)
        shown = {}
        for tool in await server.list_tools(context, Agent(name="test")):
            if tool.name in os.environ["TOOLS"].split():
                output = await MCPUtil.invoke_mcp_tool(server, tool, context, os.environ["ARGUMENTS"])
                shown[tool.name] = output["text"]
        print(json.dumps(shown))


asyncio.run(main())
