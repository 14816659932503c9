import { readAnswers, sendRaw } from '#test/support/raw.ts'
import { type Outcome, poison, type RawCase } from './requests.ts'

/** The server under test. `seen` holds the requests that reached its upstream. */
export type RawTarget = { port: number; seen: string[]; silenceMs?: number }

const victim = (path: string, fields = '') => `GET ${path} HTTP/1.1\r\nHost: site.example\r\n${fields}\r\n`
const closing = 'Connection: close\r\n'

let victims = 0

/** The fault that later visitors see on their own connections; null if each got its own answer. */
async function askAsOthers({ port, silenceMs = 1_000 }: RawTarget): Promise<string | null> {
  victims += 1
  const paths = [`/victim?${victims}`, `/victim?${victims}b`]
  const send = victim(paths[0] ?? '') + victim(paths[1] ?? '', closing)
  const text = await sendRaw(port, send, { silenceMs })
  const got = readAnswers(text).map(({ status, echo }) => `${status} ${echo}`)
  const wanted = paths.map((path) => `200 GET ${path} 0`)
  return got.join() === wanted.join() ? null : `the next visitor got ${JSON.stringify(got)}`
}

function judge(text: string, { send, isLast }: RawCase, outcome: Outcome): string | null {
  const first = typeof send === 'string' ? send : send.join('')
  const answers = readAnswers(text, first.startsWith('HEAD') ? 'HEAD' : 'GET')
  const got = answers.map(({ status, echo }) => (echo === null ? `${status}` : `${status} ${echo}`))
  if (outcome === 'nothing') return null
  if (typeof outcome === 'object' && 'sees' in outcome) {
    const wanted = [`200 ${outcome.sees}`, ...(isLast ? [] : ['200 GET /same 0'])]
    return got.join() === wanted.join()
      ? null
      : `got ${JSON.stringify(got)} in place of ${JSON.stringify(wanted)}`
  }
  const isRefused = answers.length === 1 && (answers[0]?.status ?? 0) >= 400 && answers[0]?.echo === null
  const isRight = outcome === 'refused' || answers[0]?.status === outcome.status
  return isRefused && isRight ? null : `got ${JSON.stringify(got)} in place of a refusal`
}

/**
 * Sends a case followed by another request, then two requests as other visitors; null if each got its own answer, and
 * no smuggled request reached the upstream.
 */
async function runCase(target: RawTarget, each: RawCase, outcome: Outcome): Promise<string | null> {
  const behind = outcome === 'nothing' ? '' : victim('/same', closing)
  const send = typeof each.send === 'string' ? each.send + behind : [...each.send, behind]
  try {
    const text = await sendRaw(target.port, send, {
      endsAfter: outcome === 'nothing',
      silenceMs: target.silenceMs ?? 1_000,
    })
    const problem = judge(text, each, outcome) ?? (await askAsOthers(target))
    const isSmuggled = target.seen.some((seen) => seen.startsWith(poison.slice(0, 11)))
    target.seen.length = 0
    return isSmuggled ? 'a smuggled request was served' : problem
  } catch (error) {
    return error instanceof Error ? error.message : 'unknown failure'
  }
}

/** The fault of each case, in order; one at a time, so that leftovers of one reach the next. */
export async function runCases(
  target: RawTarget,
  cases: readonly { each: RawCase; outcome: Outcome }[],
): Promise<string[]> {
  const problems: string[] = []
  for (const { each, outcome } of cases) {
    const problem = await runCase(target, each, outcome)
    if (problem !== null) problems.push(`${each.name}: ${problem}`)
  }
  return problems
}
