import type { Context as HonoContext } from 'hono'
import { DomainError } from '#shared/errors.ts'
import type { RefusedForm } from '#web/refused-form.ts'
import type { Context } from '../context.ts'
import { readBody } from './bodies/body.ts'
import { asDomainError } from './errors.ts'
import type { RequestEnv, Transport } from './transport.ts'

const maxFormBytes = 64 * 1_024
const formType = /^application\/x-www-form-urlencoded\s*(;|$)/i

type C = HonoContext<RequestEnv>

/** The response to a refused plain form: its page at `url` again, with these values. */
export type RefusedAnswer = { status: number; url: string; refused: RefusedForm }

/** The parts a feature needs to handle plain forms, which browsers without scripts send. */
export type FormTransport = Pick<Transport, 'contextOf' | 'customerOf' | 'refuse'> & {
  answerRefusedForm(c: C, answer: RefusedAnswer): Response | Promise<Response>
}

/** @throws UNSUPPORTED_MEDIA_TYPE, TOO_LARGE (64 KiB, counted in actual bytes) */
export async function readForm(request: Request): Promise<URLSearchParams> {
  if (!formType.test(request.headers.get('content-type') ?? '')) {
    throw new DomainError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded.')
  }
  return new URLSearchParams(new TextDecoder().decode(await readBody(request, maxFormBytes)))
}

/** The fields of a submitted form, one value each. */
export const pickFields = (form: URLSearchParams, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (form.has(name) ? [[name, form.get(name) ?? '']] : [])))

/** A redirect with the cookies and headers collected in the context. */
export function redirect(ctx: Context, location: string, status: 302 | 303): Response {
  const headers = new Headers(ctx.reply.headers)
  headers.set('location', location)
  headers.set('cache-control', 'no-store')
  return new Response(null, { status, headers })
}

/**
 * Handles a posted form; a refused form is shown again with the message, the status and the values typed. Other errors are
 * rethrown.
 */
export async function submitForm(
  c: C,
  transport: FormTransport,
  form: { url: string; refused: Omit<RefusedForm, 'message' | 'fields'>; submit: () => Promise<Response> },
): Promise<Response> {
  try {
    return await form.submit()
  } catch (error) {
    const refusal = asDomainError(error)
    if (!refusal) throw error
    const { status, message, fields = {}, retryAfterSeconds } = refusal
    const refused = { ...form.refused, message, fields }
    const page = await transport.answerRefusedForm(c, { status, url: form.url, refused })
    if (retryAfterSeconds !== undefined) page.headers.set('retry-after', String(Math.ceil(retryAfterSeconds)))
    return page
  }
}
