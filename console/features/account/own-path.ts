/** Whether an address leads to a page of this console, and nowhere else. */
export const isOwnPath = (to: string | undefined): to is string => to !== undefined && /^\/(?![/\\])/.test(to)
