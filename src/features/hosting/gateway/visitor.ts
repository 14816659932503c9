import type { Line, LineUser } from '#server/system/line.ts'
import { connectionOptions, fieldValue } from '#shared/http/fields.ts'
import { pageOf } from './admission.ts'
import { countsOfAnswer } from './exchange/answer-counts.ts'
import { Exchange } from './exchange/exchange.ts'
import type { VisitorSide } from './exchange/exchange-sides.ts'
import { type Incoming, limitedAddress, readIncoming } from './exchange/incoming.ts'
import type { HeadRefusal, RequestHead } from './http/head.ts'
import { RequestQueue } from './http/request-queue.ts'
import { answerOf, type OwnAnswer, writeAnswer } from './own-answer.ts'
import { type PageName, writePage } from './pages.ts'
import type { Route } from './sites/route.ts'
import type { Site, SiteKey } from './sites/site-cache.ts'
import type { VisitorWorld } from './visitor-world.ts'

/** The visitor's transport: a `Line`, or a TLS socket. */
export type VisitorLine = Pick<
  Line,
  'destroyed' | 'writableLength' | 'remoteAddress' | 'write' | 'pause' | 'resume' | 'end' | 'destroy'
>

/** A connection of a visitor: its requests in sequence, each read completely before the next is parsed. */
export class Visitor implements VisitorSide, LineUser {
  readonly #world: VisitorWorld
  readonly #line: VisitorLine
  readonly #peer: string
  readonly #protocol: 'http' | 'https'
  readonly #left: () => void
  readonly #queue = new RequestQueue()
  /** Start of the wait for a request or its head. */
  #since = performance.now()
  #method = 'GET'
  /** The owner of the request being answered, once known. */
  #site: Site | null = null
  /** The HSTS header of the answer. */
  #hsts: string | null = null
  #exchange: Exchange | null = null
  #leave: (() => void) | null = null
  /** The host of the next request is being looked up. */
  #isAsking = false
  #isLast = false
  #isPaused = false
  #closingSince: number | null = null
  #blockedSince: number | null = null

  constructor(world: VisitorWorld, line: VisitorLine, protocol: 'http' | 'https', left: () => void) {
    this.#world = world
    this.#line = line
    this.#peer = line.remoteAddress ?? ''
    this.#protocol = protocol
    this.#left = left
  }

  /** Whether every request has been answered. */
  get isIdle(): boolean {
    return !this.#isBusy && this.#blockedSince === null
  }

  get #isBusy(): boolean {
    return this.#exchange !== null || this.#isAsking
  }

  get isBlocked(): boolean {
    return this.#blockedSince !== null
  }

  get isLast(): boolean {
    return this.#isLast || this.#world.isDraining
  }

  received(bytes: Buffer): void {
    // After the last answer input is only drained, so that a reset does not lose the answer.
    if (this.#closingSince !== null) return
    if (this.#exchange) return void this.#exchange.take(bytes)
    if (this.#queue.length === 0) this.#since = performance.now()
    this.#queue.add(bytes)
    this.#readOn()
  }

  /** Handles waiting requests, until one is in progress or the visitor does not read the answers. */
  #readOn(): void {
    while (!this.#isBusy && this.#closingSince === null && !this.isBlocked) {
      const head = this.#queue.takeHead()
      if (head === null) break
      if (typeof head === 'number') this.#refuse(head)
      else this.#begin(head)
    }
    const mustWait = this.#queue.length > 0 && (this.#isBusy || this.isBlocked)
    if (mustWait) this.pause()
    else this.#flow()
  }

  /** After malformed input nothing is parsed as a request. */
  #refuse(status: HeadRefusal | 417): void {
    this.#world.admission.metrics.refused.malformed += 1
    this.#isLast = true
    this.answerPage(status)
  }

  #begin(head: RequestHead): void {
    this.#method = head.method
    const isTrusted = this.#world.trustedProxies.includes(this.#peer)
    const incoming = readIncoming(head, { peer: this.#peer, isTrusted, protocol: this.#protocol })
    if (typeof incoming === 'number') return void this.#refuse(incoming)
    this.#isLast = head.isHttp10 || connectionOptions(head.fields).includes('close')
    this.#direct(incoming)
  }

  /** Routes a request; its host may have to be looked up first. */
  #direct(incoming: Incoming): void {
    const { head, framing, sender } = incoming
    const route = this.#world.findRoute(head, sender)
    if (route.kind === 'unknown') return void this.#learn(route.key, incoming)
    this.#hsts = 'hsts' in route ? route.hsts : null
    if (route.kind !== 'site') {
      this.#isLast ||= framing.kind !== 'none' || (route.kind === 'refused' && route.status === 400)
      return void this.#answerRoute(route)
    }
    this.#enter(incoming, route)
  }

  async #learn(key: SiteKey, incoming: Incoming): Promise<void> {
    this.#isAsking = true
    const isKnown = await this.#world.sites.learn(key)
    this.#isAsking = false
    if (this.#line.destroyed) return
    if (isKnown) this.#direct(incoming)
    else {
      this.#isLast ||= incoming.framing.kind !== 'none'
      this.answerPage('unreachable')
    }
    this.#readOn()
  }

  #answerRoute(route: Exclude<Route, { kind: 'site' | 'unknown' }>): void {
    if (route.kind === 'refused') this.answerPage(route.status)
    else this.#answer(answerOf(route))
  }

  #enter({ head, framing, sender }: Incoming, route: Extract<Route, { kind: 'site' }>): void {
    const { admission, trustedProxies } = this.#world
    const { serviceId, status } = route.site
    this.#site = route.site
    // The rest of a request without a target is not waited for.
    const isLastHere = this.#isLast || framing.kind !== 'none'
    const turnAway = (page: PageName) => {
      this.#isLast = isLastHere
      this.answerPage(page)
    }
    if (status === 'suspended' || status === 'stopped') return void turnAway(status)
    const address = limitedAddress({ head, sender }, trustedProxies)
    const refusal = admission.enter(address, serviceId)
    if (refusal !== null) return void turnAway(pageOf[refusal])
    this.#leave = () => admission.leave(address, serviceId)
    const host = fieldValue(head.fields, 'host') ?? route.host
    const received = this.#queue.takeAll()
    const exchange = new Exchange(this.#world, this, { head, framing, route, sender: { ...sender, host } })
    this.#exchange = exchange
    exchange.begin()
    if (received.length > 0 && this.#exchange === exchange) exchange.take(received)
  }

  /** Sends a page of the gateway in place of the web server's answer. */
  answerPage(name: PageName): void {
    const exchange = this.#exchange
    if (exchange) {
      this.#isLast ||= !exchange.isRequestRead
      this.#endExchange()
    }
    const page = writePage(name)
    if (this.#site) this.#world.count(this.#site, countsOfAnswer({ method: this.#method, fields: [] }, page))
    this.#answer(page)
    if (exchange) this.#readOn()
  }

  #answer(answer: OwnAnswer): void {
    const { isLast } = this
    if (this.#hsts !== null) answer.fields.push(['strict-transport-security', this.#hsts])
    this.write(writeAnswer(answer, { method: this.#method, now: this.#world.now(), isLast }))
    if (isLast) this.#close()
    else this.#expectNext()
  }

  #expectNext(): void {
    this.#since = performance.now()
    this.#method = 'GET'
    this.#site = null
    this.#hsts = null
  }

  write(data: Buffer | string): boolean {
    if (this.#line.destroyed) return true
    const isTaken = this.#line.write(data)
    if (!isTaken) {
      this.#blockedSince ??= performance.now()
      this.#account()
    }
    return isTaken
  }

  drained(): void {
    this.#blockedSince = null
    this.#account()
    if (this.#exchange) return void this.#exchange.visitorDrained()
    if (this.#closingSince === null) this.#readOn()
  }

  pause(): void {
    this.#isPaused = true
    this.#line.pause()
    this.#account()
  }

  resume(): void {
    // Returned bytes come first.
    if (this.#queue.length === 0) this.#flow()
  }

  #flow(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#line.resume()
    this.#account()
  }

  giveBack(bytes: Buffer): void {
    this.#queue.add(bytes)
    this.pause()
  }

  finish(mayStay: boolean): void {
    this.#endExchange()
    if (!mayStay || this.isLast) return void this.#close()
    this.#expectNext()
    this.#readOn()
  }

  cut(): void {
    this.#endExchange()
    this.#line.destroy()
  }

  #endExchange(): void {
    const exchange = this.#exchange
    this.#exchange = null
    exchange?.leave()
    this.#leave?.()
    this.#leave = null
  }

  /** Sends no further answers; pending ones are sent completely. */
  #close(): void {
    if (this.#closingSince !== null) return
    this.#closingSince = performance.now()
    this.#queue.takeAll()
    this.#flow()
    this.#line.end()
  }

  ended(): void {
    // A visitor who leaves during an answer does not get the rest.
    if (this.#isBusy) this.#line.destroy()
    else this.#line.end()
  }

  closed(): void {
    this.#endExchange()
    this.#queue.takeAll()
    this.#world.held.set(this, 0)
    this.#left()
  }

  /** Updates how much memory is held for this visitor. */
  #account(): void {
    const waiting = this.#exchange?.heldBytes ?? 0
    this.#world.held.set(this, this.#line.writableLength + this.#queue.length + waiting)
  }

  /** Closes the connection now. */
  destroy(): void {
    this.#line.destroy()
  }

  /** Accepts no more requests; one in progress is finished. */
  drain(): void {
    if (this.isIdle) this.#line.destroy()
  }

  /** Applies the timeouts at `now`, in ms of the performance clock. */
  look(now: number): void {
    const { limits, admission } = this.#world
    const isOver = (since: number | null, ms: number) => since !== null && now - since > ms
    if (isOver(this.#blockedSince, limits.readMs)) {
      admission.metrics.refused.slow += 1
      return void this.destroy()
    }
    if (this.#closingSince !== null) {
      if (!this.isBlocked && isOver(this.#closingSince, limits.lingerMs)) this.destroy()
      return
    }
    if (this.#exchange) {
      if (this.#exchange.look(now)) admission.metrics.refused.slow += 1
    } else if (this.isIdle && isOver(this.#since, limits.headMs)) {
      // A connection without a request is not counted.
      if (this.#queue.length === 0) return void this.destroy()
      admission.metrics.refused.slow += 1
      this.#isLast = true
      this.answerPage(408)
    }
  }
}
