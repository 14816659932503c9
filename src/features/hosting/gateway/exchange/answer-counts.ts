import type { AnswerCounts } from '#features/monitoring/contract/counts.ts'
import { fieldValue } from '#shared/http/fields.ts'
import type { AnswerHead, RequestHead } from '../http/head.ts'

/** User agents of bots; browsers of the brand Cubot are not bots. */
const program = /(?<!cu)bot|crawl|spider|slurp|headless|curl|wget|python-|go-http-client/i

const isByPerson = (agent: string | undefined): boolean => agent !== undefined && !program.test(agent)

/** Whether a browser showed a page to a person. A 304 may have no type: the request decides then. */
function isPageView(
  { method, fields: asked }: CountedRequest,
  { status, fields: answered }: Answered,
): boolean {
  const isShown = (status >= 200 && status < 300) || status === 304
  if (method !== 'GET' || !isShown || !isByPerson(fieldValue(asked, 'user-agent'))) return false
  const type = fieldValue(answered, 'content-type')
  if (type !== undefined) return /^text\/html\b/i.test(type)
  return status === 304 && /\btext\/html\b/i.test(fieldValue(asked, 'accept') ?? '')
}

type CountedRequest = Pick<RequestHead, 'method' | 'fields'>
type Answered = Pick<AnswerHead, 'status' | 'fields'>

/** The counts that an answer adds to its site (docs/product/servers.md, "Monitoring"). */
export const countsOfAnswer = (asked: CountedRequest, answered: Answered): AnswerCounts => ({
  requests: 1,
  clientErrors: answered.status >= 400 && answered.status < 500 ? 1 : 0,
  serverErrors: answered.status >= 500 ? 1 : 0,
  pageViews: isPageView(asked, answered) ? 1 : 0,
})
