import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js'
import { localOf } from '#features/mailboxes/contract/address.ts'
import { lowestPace, type Pace, type PaceWatch, watchPace } from '#shared/async/pace.ts'
import { domainToAscii } from '#shared/names/domain-name.ts'
import type { Slots } from '#shared/slots.ts'
import { minute } from '#shared/time.ts'
import { watchLineEnds } from './line-ends.ts'
import { replies, type SmtpReply } from './reply.ts'

/** Commands of smtp-server that a mail server does not need. */
const unwanted = ['XCLIENT', 'XFORWARD', 'WIZ', 'SHELL', 'KILL', 'HELP']
const enhanced = /^[245]\.\d{1,3}\.\d{1,3} /
/** RFC 5321 section 4.5.3.2.7 */
const usualPatienceMs = 5 * minute
/** Rejected commands of one connection before it is closed. */
const maxRefusals = 20

type Callback = () => void
type Parse = SMTPConnection['_parseAddressCommand']
type Send = (code: number, data: string | string[], context?: string | false) => void

/** The certificate for a name from SNI; null when only the server's own exists. */
type FindContext = (servername: string) => SecureContext | null

/** The limits of a connection. */
type Share = {
  places: Slots
  /** Time limit for a command. */
  patienceMs: number
  /** Minimum rate of a message. */
  pace: Pace
}

/** A local part without unnecessary quotes (RFC 5321 section 4.1.2). */
const withoutQuotes = (local: string): string => local.replace(/^"([^\s"\\@]+)"$/, '$1')

const pathDomain = /@([^\s<>@[\]]+)>/
/** Characters of a reply without SMTPUTF8 (RFC 5321 section 4.2). */
const plain = (text: string): string => text.replace(/[^\t\x20-\x7e]/g, '?')

/**
 * The only module that uses internals of smtp-server: its public options reject neither a bare LF nor a slow client, and
 * normalise domains differently. The version is pinned, and the test beside this file fails when these members change.
 *
 * A connection whose replies have their own enhanced codes, which insists on CRLF, and normalises the domain of every address for
 * comparison. It occupies a slot of the server, and may not hold it by sending slowly.
 */
class Connection extends SMTPConnection {
  private refusals = 0
  private leave: (() => void) | null = null
  private readonly watches = new Set<PaceWatch>()
  /** The deadline of the current message. */
  private pace: PaceWatch | null = null
  /** The deadline of a command: it must arrive completely within this time after the last reply. */
  private steps: PaceWatch | null = null

  constructor(
    server: SMTPServer,
    socket: Socket,
    options: object,
    private readonly share: Share,
  ) {
    super(server, socket, options)
  }

  override init(): void {
    this.leave = this.share.places.take(this.remoteAddress)
    if (this.leave === null) {
      this._setListeners(() => this.cutOff(replies.crowded()))
      return
    }
    const step = { bytes: 1, ms: this.share.patienceMs }
    this.steps = this.watch(step, () => this._handlerPending || !!this._dataStream)
    super.init()
  }

  override _onClose(): void {
    this.leave?.()
    for (const watch of this.watches) watch.stop()
    super._onClose()
  }

  override handler_DATA(command: Buffer, callback: Callback): void {
    super.handler_DATA(command, callback)
    const stream = this._dataStream
    if (!stream) return
    const watch = this.watch(
      this.share.pace,
      // The client ended the message, or waits until its data is written.
      () => stream.writableEnded || this._parser === false || this._parser.writableNeedDrain,
    )
    this.pace = watch
    stream.once('close', () => {
      watch.stop()
      this.watches.delete(watch)
    })
  }

  private watch(pace: Pace, isHeld: () => boolean): PaceWatch {
    const watch = watchPace(pace, { isHeld, giveUp: () => this.cutOff(replies.tooSlow()) })
    this.watches.add(watch)
    return watch
  }

  /** Ends the connection with this reply. */
  private cutOff(reply: SmtpReply): void {
    this.send(reply.responseCode, reply.message)
    this.abandon(reply)
    this.close()
  }

  override send(...[code, data, context]: Parameters<Send>): void {
    const isOwn = typeof data === 'string' && enhanced.test(data)
    super.send(code, typeof data === 'string' ? plain(data) : data.map(plain), isOwn ? false : context)
    this.steps?.renew()
    if (code < 500) return
    this.refusals += 1
    if (this.refusals !== maxRefusals) return
    const { responseCode, message } = replies.tooMany('refused commands')
    super.send(responseCode, message, false)
  }

  // Must not reveal which addresses exist (RFC 5321 section 7.3).
  override handler_VRFY(_command: Buffer, callback: Callback): void {
    this.send(502, '5.5.1 Addresses are not confirmed here.')
    callback()
  }

  handler_EXPN(command: Buffer, callback: Callback): void {
    this.handler_VRFY(command, callback)
  }

  // The library turns A-labels into U-labels, which are no longer plain ASCII: the domain is taken as sent.
  override _parseAddressCommand(...[name, command]: Parameters<Parse>): ReturnType<Parse> {
    const parsed = super._parseAddressCommand(name, command)
    const written = pathDomain.exec(String(command))?.[1]
    if (!parsed || written === undefined) return parsed
    const local = withoutQuotes(localOf(parsed.address))
    return { ...parsed, address: `${local}@${domainToAscii(written) ?? written}` }
  }

  override _createParser() {
    const parser = super._createParser()
    const write = parser.write.bind(parser)
    const ends = watchLineEnds()
    let isRefused = false
    // Before the parser, which would accept a bare LF as the end of a command.
    parser.write = (chunk: Buffer, ...rest: never[]) => {
      const half = isRefused ? null : ends.look(chunk)
      if (half) {
        isRefused = true
        this.cutOff(replies.lineEnd(half))
      }
      if (!isRefused) this.pace?.came(chunk.length)
      return isRefused || write(chunk, ...rest)
    }
    parser.on('drain', () => this.pace?.renew())
    return parser
  }

  /** Later data must not complete the current message. */
  private abandon(reply: SmtpReply): void {
    const stream = this._dataStream
    if (!stream || stream.writableEnded || stream.destroyed) return
    // It may have no reader at this moment.
    stream.on('error', () => {})
    stream.destroy(reply)
  }
}

/** Whether a message is being transferred. */
export const isInMessage = (connection: SMTPConnection): boolean => !!connection._dataStream

/** The smtp-server with these connections. */
class MailServer extends SMTPServer {
  constructor(
    options: SMTPServerOptions,
    private readonly findContext: FindContext,
    private readonly share: Share,
  ) {
    super(options)
  }

  override connect(socket: Socket, socketOptions: object): void {
    const connection = new Connection(this, socket, socketOptions, this.share)
    this.connections.add(connection)
    connection.on('error', (error: Error) => this.emit('error', error))
    connection.init()
  }

  override _resolveSNI(
    servername: string,
    callback: (error: Error | null, context?: SecureContext) => void,
  ): void {
    callback(null, this.findContext(servername.toLowerCase()) ?? this.secureContext.get('*'))
  }
}

export type SmtpServerOptions = Omit<SMTPServerOptions, 'cert' | 'key' | 'maxClients' | 'socketTimeout'> & {
  own: { certificate: string; key: string }
  findContext: FindContext
  places: Slots
  pace?: Pace | undefined
  patienceMs?: number | undefined
  /** Commands to disable in addition to the default ones. */
  disabledCommands?: string[]
}

/** A mail server that is not listening yet; a failure of one connection goes only to `onFailure`. */
export function createSmtpServer(
  {
    own,
    findContext,
    places,
    pace = lowestPace,
    patienceMs = usualPatienceMs,
    disabledCommands = [],
    ...options
  }: SmtpServerOptions,
  onFailure: (error: Error) => void,
): SMTPServer {
  const server = new MailServer(
    {
      logger: false,
      cert: own.certificate,
      key: own.key,
      minVersion: 'TLSv1.2',
      disableReverseLookup: true,
      hideENHANCEDSTATUSCODES: false,
      heloResponse: '%s',
      socketTimeout: usualPatienceMs,
      ...options,
      disabledCommands: [...unwanted, ...disabledCommands],
    },
    findContext,
    { places, pace, patienceMs },
  )
  server.on('error', onFailure)
  return server
}
