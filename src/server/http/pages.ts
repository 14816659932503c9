import { TRPCClientError } from '@trpc/client'
import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { Hono, Context as HonoContext } from 'hono'
import { bootScript } from '#web/boot.ts'
import type { ClientBuild } from '#web/client-build.ts'
import { readChosenService } from '#web/list/chosen-service.ts'
import { writeRefusedForm } from '#web/refused-form.ts'
import type { RenderOptions, RenderPage } from '#web/rendering.ts'
import type { Site } from '#web/site.tsx'
import { readStepsHidden } from '#web/steps-hidden.ts'
import type { Viewer } from '#web/viewer.ts'
import type { Context, Deps } from '../context.ts'
import { describeFailure } from '../log.ts'
import type { SessionUser } from '../sessions/session.ts'
import { definitionOf, proceduresOf } from '../trpc/trpc-internals.ts'
import { type CachedPage, cachePage, encodePage, sendCached, sendEncoded } from './bodies/compress.ts'
import { type Refusal, refuse, retryAfterSeconds } from './errors.ts'
import type { RefusedAnswer } from './forms.ts'
import type { Admission } from './limits/admission.ts'
import { contentSecurityPolicy } from './security.ts'
import type { RequestEnv, Transport } from './transport.ts'

type C = HonoContext<RequestEnv>

const kept = new Set(['/', '/contact', '/terms', '/refund-policy'])

const toViewer = (user: SessionUser): Viewer => ({ ...user, createdAt: user.createdAt.toISOString() })

/**
 * The person whom a page greets: the one before the screen, not the owner for whom they act. An administrator who views as a
 * customer sees the customer's page, and whose it is.
 */
function viewerOf({ user, shared, viewing }: Context): Viewer | null {
  if (user && viewing)
    return { ...toViewer(user), viewing: { id: viewing.id, endsAt: viewing.endsAt.toISOString() } }
  if (!shared || !user) return user && toViewer(user)
  return { ...toViewer(shared.actor), actingFor: { email: user.email, role: shared.role } }
}

/** A refusal as sent to a browser, with its status and message. A server error is logged and masked. */
function asRefusedCall(ctx: Context, path: string, error: unknown): TRPCClientError<AnyRouter> {
  const { status: httpStatus, body, unexpected } = refuse(error, ctx.requestId)
  const { requestId } = ctx
  if (unexpected) ctx.log.error('render failed', { requestId, path, ...describeFailure(unexpected) })
  return TRPCClientError.from({ error: { code: -32_603, message: body.message, data: { httpStatus, body } } })
}

/** A page whose loader failed for another reason than a refused call. */
const logFailedPage = ({ log, requestId }: Context, path: string, failure: unknown): void =>
  log.error('a page failed to load', { requestId, path, ...describeFailure(failure) })

/** The queries that must not be batched; mutations never are. */
const listHeavyQueries = (router: AnyRouter): string[] =>
  Object.entries(proceduresOf(router)).flatMap(([name, procedure]) => {
    const { type, meta } = definitionOf(procedure)
    return type === 'query' && meta?.heavy ? [name] : []
  })

/** Runs a procedure in this process as the same caller; its result or refusal is the same as over the wire. */
async function callProcedure(
  ctx: Context,
  procedure: AnyProcedure | undefined,
  { path, input }: { path: string; input: unknown },
): Promise<unknown> {
  if (!procedure) throw new Error(`no procedure ${path}`)
  const getRawInput = async () => input
  const { type } = definitionOf(procedure)
  try {
    return await procedure({ ctx, path, type, getRawInput, signal: undefined, batchIndex: 0 })
  } catch (error) {
    throw asRefusedCall(ctx, path, error)
  }
}

const schemeOf = (cookie: string | null): RenderOptions['colorScheme'] => {
  const chosen = /(?:^|;\s*)scheme=(light|dark)(?:;|$)/.exec(cookie ?? '')?.[1]
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}

const pageHeaders = (ctx: Context, isPrivate: boolean): Headers => {
  const headers = new Headers(ctx.reply.headers)
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('content-security-policy', contentSecurityPolicy(bootScript, ctx.rules.findFramed(ctx)))
  headers.set('cache-control', isPrivate ? 'no-store' : 'no-cache')
  headers.set('vary', isPrivate ? 'Accept-Encoding' : 'Accept-Encoding, Cookie')
  return headers
}

type PageOptions = Pick<RenderOptions, 'colorScheme' | 'prepare'> & {
  /** Preferences stored in this browser. */
  remembered: Pick<Site, 'stepsHiddenFor' | 'chosenService'>
}

export type Pages = {
  /** Answers a page request; `extra` overrides the status and adds page data, for a refused form. */
  answer(
    c: C,
    extra?: { status?: number; url?: string; prepare?: RenderOptions['prepare'] },
  ): Promise<Response>
}

/** Renders pages on the server; public ones once per colour scheme until the catalogue changes. */
export function createPages(
  deps: Deps,
  transport: Transport,
  { build, router, renderPage }: { build: ClientBuild; router: AnyRouter; renderPage: RenderPage },
): Pages {
  const procedures = proceduresOf(router)
  let cachedPages = new Map<string, CachedPage>()
  deps.events.subscribe(({ kind }) => {
    if (kind === 'catalogue') cachedPages = new Map()
  })
  // Visitors do not need the bank account.
  const { billing: _, ...company } = deps.company
  const site = {
    companyName: deps.env.COMPANY_NAME,
    company,
    pendingPriceSymbol: deps.env.PENDING_PRICE_SYMBOL,
    hasTrials: deps.env.TRY_SITES,
    areRenewalsOff: deps.env.RENEWALS === 'off',
  }
  const heavyQueries = listHeavyQueries(router)
  const render = (ctx: Context, url: URL, { remembered, ...options }: PageOptions) =>
    renderPage({
      ...options,
      url: url.pathname + url.search,
      viewer: viewerOf(ctx),
      call: (path, input) => callProcedure(ctx, procedures[path], { path, input }),
      site: {
        ...site,
        ...(ctx.user ? { heavyQueries } : {}),
        ...remembered,
        renderedAt: ctx.now().toISOString(),
      },
      build,
    })
  return {
    async answer(c, extra = {}) {
      const ctx = await transport.contextOf(c, { poll: false, isPage: true })
      const url = new URL(extra.url ?? c.req.url, c.req.url)
      const detour = await deps.rules.findDetour(ctx, url)
      if (detour !== null) return redirect(ctx, detour)
      const isPrivate = ctx.user !== null || extra.prepare !== undefined
      const cookie = c.req.raw.headers.get('cookie')
      const colorScheme = schemeOf(cookie)
      const remembered = isPrivate
        ? { stepsHiddenFor: readStepsHidden(cookie), chosenService: readChosenService(cookie) }
        : {}
      const key = `${url.pathname} ${colorScheme}`
      const isKept = !isPrivate && kept.has(url.pathname) && url.search === ''
      // A render that races with a catalogue change is stored in the discarded cache.
      const current = cachedPages
      const known = isKept ? current.get(key) : undefined
      if (known) return sendCached(c.req.raw, known, pageHeaders(ctx, false))
      const { prepare } = extra
      const page = await render(ctx, url, { colorScheme, remembered, ...(prepare ? { prepare } : {}) })
      if (page.redirect !== undefined) return redirect(ctx, page.redirect)
      if (page.failure !== undefined) logFailedPage(ctx, url.pathname, page.failure)
      const headers = pageHeaders(ctx, isPrivate)
      if (isKept && page.status === 200) {
        const cachedPage = cachePage(page.html)
        current.set(key, cachedPage)
        return sendCached(c.req.raw, cachedPage, headers)
      }
      if (page.status === 503) headers.set('retry-after', String(retryAfterSeconds))
      const encoded = await encodePage(page.html, c.req.header('accept-encoding') ?? null)
      return sendEncoded(encoded, { status: extra.status ?? page.status, headers })
    },
  }
}

function redirect(ctx: Context, location: string): Response {
  const headers = new Headers(ctx.reply.headers)
  headers.set('location', location)
  headers.set('cache-control', 'no-store')
  return new Response(null, { status: 302, headers })
}

/** A page without the application, for when rendering fails: what happened and what to do. */
const plainPage = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="">Try again</a> · <a href="/">Home</a></p></html>`

function describeRefused({ status, body: { message, requestId } }: Refusal): string {
  if (status === 503) return plainPage('The portal is busy', message)
  if (status === 429) return plainPage('Too many requests', message)
  const text = `Please try again. If it happens again, send us this number: ${requestId}`
  return plainPage('Something went wrong on our side', text)
}

/** The page that replaces one opened for another user: what is still shared with the caller, or the customer they viewed as. */
function afterActing({ body: { code, customerId } }: Refusal): string | null {
  if (code === 'NOT_A_MEMBER') return '/shared'
  return code === 'VIEW_ENDED' ? `/admin/customers/${customerId}` : null
}

/** Every address that is neither a call nor a file is a page. */
export function mountPages(
  app: Hono<RequestEnv>,
  transport: Transport,
  { pages, admission }: { pages: Pages; admission: Admission },
): void {
  const answer = async (c: C) => {
    const leave = await admission.enter('page')
    try {
      return await pages.answer(c)
    } finally {
      leave()
    }
  }
  app.get('*', async (c) => {
    try {
      return await answer(c)
    } catch (error) {
      const refusal = transport.describeRefusal(c, error)
      const elsewhere = afterActing(refusal)
      if (elsewhere)
        return new Response(null, {
          status: 302,
          headers: { location: elsewhere, 'cache-control': 'no-store' },
        })
      const type = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
      const { status, headers } = refusal
      return new Response(describeRefused(refusal), { status, headers: { ...headers, ...type } })
    }
  })
}

/** The page of a refused plain form: the message at the top, its fields filled in. */
export async function answerRefusedForm(
  pages: Pages | null,
  c: C,
  { status, url, refused }: RefusedAnswer,
): Promise<Response> {
  if (!pages) return new Response(refused.message, { status })
  return pages.answer(c, { status, url, prepare: (cache) => writeRefusedForm(cache, refused) })
}
