import type { Counts } from '#features/monitoring/contract/counts.ts'
import { fieldValue } from '#shared/http/fields.ts'
import { type AnswerPart, AnswerReader } from '../http/answer-reader.ts'
import { type BodyPart, type BodyReader, createBodyReader, frameBody, sizeOfAll } from '../http/body.ts'
import type { AnswerHead } from '../http/head.ts'
import { countsOfAnswer } from './answer-counts.ts'
import { type AnswerStart, visitorFraming, writeAnswerHead, writeRequestHead } from './exchange-heads.ts'
import type { ExchangeWorld, ServerAddress, SiteRequest, VisitorSide } from './exchange-sides.ts'
import type { Upstream, UpstreamUser } from './upstream.ts'

const nothing = Buffer.alloc(0)
const askingOn = 'HTTP/1.1 100 Continue\r\n\r\n'
/**
 * Attempts of one exchange: the socket of a replaced web server is looked up again, and a connection that it had closed is
 * reopened.
 */
const maxStarts = 3

/**
 * One request and its answer, both streamed with backpressure. The framing of each is decided when its head is read, and the
 * upstream connection is reused only when both ended to the byte.
 */
export class Exchange implements UpstreamUser {
  readonly #visitor: VisitorSide
  readonly #world: ExchangeWorld
  readonly #request: SiteRequest
  readonly #body: BodyReader
  #answer: AnswerReader
  /** The start of the answer to the visitor; null before. */
  #begun: AnswerStart | null = null
  #upstream: Upstream | null = null
  #socketPath = ''
  #starts = 0
  /** The part of the body that arrived before the web server was found. */
  #waiting: Buffer = nothing
  #isSending = false
  #isOver = false
  #isVisitorPaused = false
  #heardAt = performance.now()
  #window = { since: performance.now(), bytes: 0 }

  constructor(world: ExchangeWorld, visitor: VisitorSide, request: SiteRequest) {
    this.#world = world
    this.#visitor = visitor
    this.#request = request
    this.#body = createBodyReader(request.framing)
    this.#answer = new AnswerReader(request.head.method)
  }

  /** Forwards the request. The exchange may be over, with an answer to the visitor, when this returns. */
  begin(): void {
    this.#start(false)
  }

  /** Whether this request has been read completely. */
  get isRequestRead(): boolean {
    return this.#body.isDone
  }

  /** Bytes of the body that wait for the web server. */
  get heldBytes(): number {
    return this.#waiting.length + (this.#upstream?.writableLength ?? 0)
  }

  get #isRepeatable(): boolean {
    const { head, framing } = this.#request
    return framing.kind === 'none' && (head.method === 'GET' || head.method === 'HEAD')
  }

  /** Looks up the web server and connects to it; `isFresh` requests a new connection. */
  #start(isFresh: boolean): void {
    this.#starts += 1
    const found = this.#world.findProcess(this.#request.route.site.serviceId)
    if (!(found instanceof Promise)) return void this.#connect(found, isFresh)
    const connect = (process: ServerAddress) => this.#connect(process, isFresh)
    found.then(connect, () => connect(null))
  }

  #connect(found: ServerAddress, isFresh: boolean): void {
    if (this.#isOver) return
    if (found === null) {
      this.#fail()
      return
    }
    this.#heardAt = performance.now()
    this.#socketPath = found.socketPath
    // A connection that its web server may be about to close is used only for requests that can be retried.
    this.#upstream = this.#world.pool.take(found.socketPath, this, isFresh || !this.#isRepeatable)
    if (this.#upstream.isConnected) this.connected()
  }

  connected(): void {
    const { head } = this.#request
    this.#upstream?.write(Buffer.from(writeRequestHead(this.#request), 'latin1'))
    if (!this.#isSending) this.#count({ bytesIn: head.sizeBytes })
    this.#isSending = true
    if (this.#body.isDone) return
    const waiting = this.#waiting
    this.#waiting = nothing
    const isAsking = !head.isHttp10 && fieldValue(head.fields, 'expect') !== undefined
    if (isAsking && waiting.length === 0) {
      this.#visitor.write(askingOn)
      this.#count({ bytesOut: askingOn.length })
    }
    this.#restartWindow()
    this.#letVisitorSend()
    if (waiting.length > 0) this.take(waiting)
  }

  /** Data from the visitor: the body goes to the web server, the rest is returned. */
  take(bytes: Buffer): void {
    if (this.#body.isDone) {
      this.#visitor.giveBack(bytes)
    } else if (this.#isSending) {
      this.#sendOn(bytes)
    } else {
      this.#waiting = this.#waiting.length === 0 ? bytes : Buffer.concat([this.#waiting, bytes])
      this.#holdVisitor()
    }
  }

  #sendOn(bytes: Buffer): void {
    let part: BodyPart
    try {
      part = this.#body.read(bytes)
    } catch {
      this.#refuseBody(400)
      return
    }
    this.#window.bytes += sizeOfAll(part.data)
    this.#count({ bytesIn: part.end < 0 ? bytes.length : part.end })
    const pieces = frameBody(this.#request.framing, part.data, this.#body.isDone)
    for (const piece of pieces) {
      if (this.#upstream?.write(piece) === false) this.#holdVisitor()
    }
    if (part.end >= 0 && part.end < bytes.length) this.#visitor.giveBack(bytes.subarray(part.end))
  }

  drained(): void {
    this.#heardAt = performance.now()
    this.#restartWindow()
    this.#letVisitorSend()
  }

  received(bytes: Buffer): void {
    this.#heardAt = performance.now()
    let part: AnswerPart
    try {
      part = this.#answer.read(bytes)
    } catch {
      this.#fail()
      return
    }
    if (part.head) this.#count(countsOfAnswer(this.#request.head, part.head))
    const head = part.head ? [Buffer.from(this.#writeHead(part.head), 'latin1')] : []
    this.#passOn(head, part)
  }

  #writeHead(head: AnswerHead): string {
    const { isHttp10 } = this.#request.head
    const framing = visitorFraming(this.#answer.framing, isHttp10)
    const isLast = this.#visitor.isLast || framing.kind === 'close' || !this.#body.isDone
    this.#begun = { framing, isLast }
    return writeAnswerHead(this.#request, head, this.#begun)
  }

  #passOn(head: Buffer[], { data, isDone }: AnswerPart): void {
    if (this.#begun === null) return
    const pieces = [...head, ...frameBody(this.#begun.framing, data, isDone)]
    const [only] = pieces
    const whole = pieces.length === 1 && only ? only : Buffer.concat(pieces)
    const isTaken = whole.length === 0 || this.#visitor.write(whole)
    if (whole.length > 0) this.#count({ bytesOut: whole.length })
    if (isDone) this.#complete(this.#begun.isLast)
    else if (!isTaken) this.#upstream?.pause()
  }

  /** The visitor can accept more. */
  visitorDrained(): void {
    this.#heardAt = performance.now()
    this.#upstream?.resume()
  }

  #complete(isLast: boolean): void {
    const upstream = this.#upstream
    const mayReuse = this.#body.isDone && this.#answer.isReusable
    this.#end()
    if (upstream && mayReuse) this.#world.pool.giveBack(this.#socketPath, upstream)
    else upstream?.destroy()
    this.#visitor.finish(!isLast)
  }

  closed(isClean: boolean): void {
    const upstream = this.#upstream
    this.#upstream = null
    if (this.#isOver || !upstream) return
    if (this.#begun) {
      this.#closeWithin(this.#begun, isClean)
      return
    }
    if (!upstream.isConnected) this.#world.forgetProcess(this.#request.route.site.serviceId)
    const isStale = upstream.isReused && this.#isRepeatable && !this.#answer.hasBegun
    if ((isStale || !upstream.isConnected) && this.#starts < maxStarts) this.#start(true)
    else this.#fail()
  }

  /** The upstream connection closed during an answer, which completes it only if its framing says so. */
  #closeWithin({ framing, isLast }: AnswerStart, isClean: boolean): void {
    if (!isClean || this.#answer.framing.kind !== 'close') {
      this.#visitor.cut()
      return
    }
    for (const piece of frameBody(framing, [], true)) {
      this.#visitor.write(piece)
      this.#count({ bytesOut: piece.length })
    }
    this.#complete(isLast)
  }

  #refuseBody(status: 400 | 408): void {
    this.leave()
    if (this.#begun) this.#visitor.cut()
    else this.#visitor.answerPage(status)
  }

  /** The web server is unavailable, or its answer is invalid. */
  #fail(): void {
    this.leave()
    if (this.#begun) this.#visitor.cut()
    else this.#visitor.answerPage(502)
  }

  #end(): void {
    this.#isOver = true
    this.#upstream = null
    this.#waiting = nothing
    this.#letVisitorSend()
  }

  /** Ends the exchange, whatever its outcome: no more is read from the web server. */
  leave(): void {
    const upstream = this.#upstream
    this.#end()
    if (!upstream) return
    upstream.user = null
    upstream.destroy()
  }

  #count(counts: Partial<Counts>): void {
    this.#world.count(this.#request.route.site, counts)
  }

  #holdVisitor(): void {
    this.#isVisitorPaused = true
    this.#visitor.pause()
  }

  #letVisitorSend(): void {
    if (!this.#isVisitorPaused) return
    this.#isVisitorPaused = false
    this.#visitor.resume()
  }

  #restartWindow(): void {
    this.#window = { since: performance.now(), bytes: 0 }
  }

  /** Ends the exchange when it is over a time limit at `now`; returns whether the visitor was too slow. */
  look(now: number): boolean {
    const { limits } = this.#world
    const isBodyDue = this.#isSending && !this.#body.isDone && !this.#isVisitorPaused
    if (isBodyDue && now - this.#window.since > limits.bodyMs) {
      if (this.#window.bytes < limits.bodyBytes) {
        this.#refuseBody(408)
        return true
      }
      this.#restartWindow()
    }
    const isAwaited = this.#isSending && !isBodyDue && !this.#visitor.isBlocked
    if (isAwaited && now - this.#heardAt > limits.silenceMs) this.#fail()
    return false
  }
}
