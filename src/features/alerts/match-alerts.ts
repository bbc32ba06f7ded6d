import { addDays } from '../visibility/index.ts'

interface Found {
  engine: string
  country: string
  direction: string
  since: string
  raised_on: string
}

/** Maximum days by which late answers and rereads move a change. */
const slackDays = 7

/** Matches alarms with alerts of the same series and direction within a week, nearest first, each once. */
export function matchAlerts<Alert extends Found, Alarm extends Found>(
  known: readonly Alert[],
  alarms: readonly Alarm[],
): { made: Alarm[]; kept: { alert: Alert; alarm: Alarm }[] } {
  const pairs = known.flatMap((alert) =>
    alarms
      .filter((alarm) => isSame(alert, alarm))
      .map((alarm) => ({ alert, alarm, distanceMs: Math.abs(dayMs(alert) - dayMs(alarm)) })),
  )
  const taken = new Set<Alert | Alarm>()
  const kept: { alert: Alert; alarm: Alarm }[] = []
  for (const { alert, alarm } of pairs.sort((a, b) => a.distanceMs - b.distanceMs)) {
    if (taken.has(alert) || taken.has(alarm)) continue
    taken.add(alert).add(alarm)
    kept.push({ alert, alarm })
  }
  return { made: alarms.filter((alarm) => !taken.has(alarm)), kept }
}

const dayMs = ({ raised_on }: Found) => Date.parse(raised_on)

const isSame = (a: Found, b: Found) =>
  a.engine === b.engine &&
  a.country === b.country &&
  a.direction === b.direction &&
  a.since <= addDays(b.raised_on, slackDays) &&
  b.since <= addDays(a.raised_on, slackDays)
