import { countText } from '#shared/text/count-text.ts'
import type { Status } from '../contract.ts'
import { levelOf } from './uptime-words.ts'

/** The overall state in one sentence. */
export function describeState({ portal, sites, incidents }: Status): {
  tone: 'ok' | 'warn' | 'bad'
  text: string
} {
  const open = incidents.filter(({ state }) => state !== 'resolved')
  const broken = open.filter(({ state }) => state !== 'monitoring')
  if (broken.length > 0)
    return { tone: 'bad', text: `We are working on ${countText(broken.length, 'incident')}` }
  if (open.length > 0) return { tone: 'warn', text: 'A fix is in place, and we are watching it' }
  const today = [portal, sites].flatMap((uptime) => uptime?.days.at(-1)?.uptimePercent ?? [])
  if (today.some((uptimePercent) => levelOf(uptimePercent) === 'long'))
    return { tone: 'warn', text: 'No open incidents, but uptime is below 99% today' }
  return { tone: 'ok', text: 'All systems operational' }
}
