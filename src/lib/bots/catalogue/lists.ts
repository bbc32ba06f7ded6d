/** Community lists of AI agents that the catalogue covers; the source of a fact where the operator says nothing. */
export const aiRobotsTxt = 'https://github.com/ai-robots-txt/ai.robots.txt'
export const crawlerUserAgents = 'https://github.com/monperrus/crawler-user-agents'
