/** Whether a path stays within this console. Prevents open redirects. */
export const isOwnPath = (to: string | undefined): to is string => to !== undefined && /^\/(?![/\\])/.test(to)
