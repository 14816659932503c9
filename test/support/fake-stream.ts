/** Replaces `EventSource`: a test opens it, breaks it and sends events through it. */
export class FakeStream extends EventTarget {
  static readonly OPEN = 1
  static readonly CLOSED = 2
  static all: FakeStream[] = []
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeStream.all.push(this)
  }

  static get last(): FakeStream {
    const stream = FakeStream.all.at(-1)
    if (!stream) throw new Error('no stream was opened')
    return stream
  }

  close() {
    this.readyState = FakeStream.CLOSED
  }

  connect() {
    this.readyState = FakeStream.OPEN
    this.onopen?.()
  }

  /** Permanently broken, as after an answer that is not 200, or until the browser retries. */
  break(isForGood: boolean) {
    this.readyState = isForGood ? FakeStream.CLOSED : 0
    this.onerror?.()
  }

  tell(kind: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) }))
  }
}

/** Replaces the real one; the returned function undoes that. */
export function fakeStreams(): () => void {
  const real = globalThis.EventSource
  FakeStream.all = []
  globalThis.EventSource = FakeStream as unknown as typeof EventSource
  return () => {
    globalThis.EventSource = real
  }
}
