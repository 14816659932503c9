import { joinPath } from '#features/files/contract/names.ts'
import type { Picked } from '#web/lib/picked.ts'
import type { Sending } from './send-file.ts'
import { outcomeOf } from './upload-outcome.ts'
import { type Answer, isUnfinished, type Target, type Upload } from './upload-state.ts'

type QueueParts = {
  send: (sending: Sending) => Promise<unknown>
  /** Whether the server answers. */
  isServerThere: () => Promise<boolean>
  /** Ends early, without an error, on abort. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Attempts per file while the server is busy, and while it is up but does not answer. */
const mostAttempts = 5
const mostCutOffs = 2

const lostSentence = 'The connection was lost. The upload resumes automatically.'
const cutOffSentence = 'The upload was interrupted. The file may have changed on your device.'
const maybeOursSentence = 'It may be the file that was uploading when the connection was lost.'

/** The uploads of this tab, independent of pages: sent one after the other, each with its outcome. */
export class UploadQueue {
  readonly #parts: QueueParts
  readonly #watchers = new Set<() => void>()
  readonly #aborts = new Map<number, AbortController>()
  #uploads: readonly Upload[] = []
  #count = 0
  #batches = 0
  #isRunning = false
  /** By batch, the answer for all existing names, if the user gave one. */
  readonly #standing = new Map<number, Answer>()

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  readonly uploads = (): readonly Upload[] => this.#uploads

  readonly watch = (changed: () => void): (() => void) => {
    this.#watchers.add(changed)
    return () => {
      this.#watchers.delete(changed)
    }
  }

  /** Queues files for a target, each with its subfolder. */
  add(picked: Iterable<Picked>, { serviceId, path }: Target): void {
    const before = this.#uploads.some(isUnfinished)
      ? this.#uploads
      : this.#uploads.filter(({ state }) => state === 'failed')
    this.#batches += 1
    const batch = this.#batches
    const added = [...picked].map(({ file, folder }): Upload => {
      this.#count += 1
      const target = { serviceId, path: folder ? joinPath(path, folder) : path }
      return { key: this.#count, batch, file, target, state: 'waiting', share: 0, attempts: 0 }
    })
    this.#set([...before, ...added])
    void this.#run()
  }

  /** Resolves a name conflict, and with `forAll` every other one of its upload, present or future. */
  answer(key: number, answer: Answer, forAll: boolean): void {
    const batch = this.#uploads.find((upload) => upload.key === key)?.batch
    if (forAll && batch !== undefined) this.#standing.set(batch, answer)
    const conflicts = this.#uploads.filter(({ state }) => state === 'conflict')
    const meant = conflicts.filter((upload) => (forAll ? upload.batch === batch : upload.key === key))
    for (const upload of meant) this.#resolve(upload.key, answer)
    void this.#run()
  }

  cancel(key: number): void {
    const abort = this.#aborts.get(key)
    if (abort) abort.abort()
    else this.#patch(key, { state: 'cancelled', message: undefined })
  }

  cancelAll(): void {
    for (const { key } of this.#uploads.filter(isUnfinished)) this.cancel(key)
  }

  /** Retries a failed or cancelled file. */
  retry(key: number): void {
    this.#sendAgain([key])
  }

  /** The server is back: waiting uploads continue. */
  readonly resume = (): void => this.#sendAgain(this.#keysOf('offline'))

  /** Removes finished uploads, once all are finished. */
  clear(): void {
    if (!this.#uploads.some(isUnfinished)) this.#set([])
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads
    for (const changed of this.#watchers) changed()
  }

  #patch(key: number, change: Partial<Upload>): void {
    this.#set(this.#uploads.map((upload) => (upload.key === key ? { ...upload, ...change } : upload)))
  }

  #keysOf(wanted: Upload['state']): number[] {
    return this.#uploads.filter(({ state }) => state === wanted).map(({ key }) => key)
  }

  #sendAgain(keys: readonly number[]): void {
    for (const key of keys) this.#patch(key, { state: 'waiting', share: 0, message: undefined })
    void this.#run()
  }

  #resolve(key: number, answer: Answer): void {
    if (answer === 'skip') this.#patch(key, { state: 'skipped', message: undefined })
    else this.#patch(key, { state: 'waiting', conflict: answer, message: undefined })
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    for (let next = this.#next(); next; next = this.#next()) await this.#sendOne(next)
    this.#isRunning = false
  }

  /** The next file to send; none while one waits for the connection, because others would fail too. */
  #next(): Upload | undefined {
    if (this.#keysOf('offline').length > 0) return undefined
    return this.#uploads.find(({ state }) => state === 'waiting')
  }

  async #sendOne(upload: Upload): Promise<void> {
    const { key, file, target, conflict } = upload
    const abort = new AbortController()
    this.#aborts.set(key, abort)
    this.#patch(key, { state: 'sending', share: 0, message: undefined })
    try {
      const onProgress = (share: number) => this.#patch(key, { share })
      await this.#parts.send({ file, ...target, conflict, onProgress, signal: abort.signal })
      this.#patch(key, { state: 'done', share: 1 })
    } catch (error) {
      if (!abort.signal.aborted) await this.#meetFailure(upload, error, abort.signal)
      if (abort.signal.aborted) this.#patch(key, { state: 'cancelled', message: undefined })
    }
    this.#aborts.delete(key)
  }

  async #meetFailure(upload: Upload, error: unknown, signal: AbortSignal): Promise<void> {
    const { key, attempts } = upload
    const fate = outcomeOf(error)
    if (fate.is === 'conflict') this.#ask(upload)
    else if (fate.is === 'unanswered') await this.#breakOff(upload)
    else if (fate.is === 'failed' || attempts >= mostAttempts) {
      const wantsTrashEmptied = fate.is === 'failed' && fate.wantsTrashEmptied
      this.#patch(key, { state: 'failed', message: fate.message, wantsTrashEmptied })
    } else {
      this.#patch(key, { state: 'waiting', share: 0, attempts: attempts + 1, message: fate.message })
      await this.#parts.wait(fate.waitMs, signal)
    }
  }

  #ask({ key, batch, attempts }: Upload): void {
    this.#patch(key, { state: 'conflict', message: attempts > 0 ? maybeOursSentence : undefined })
    const standing = this.#standing.get(batch)
    if (standing) this.#resolve(key, standing)
  }

  async #breakOff({ key, attempts }: Upload): Promise<void> {
    const more = { share: 0, attempts: attempts + 1 }
    if (!(await this.#parts.isServerThere())) {
      this.#patch(key, { ...more, state: 'offline', message: lostSentence })
    } else if (attempts < mostCutOffs) this.#patch(key, { ...more, state: 'waiting' })
    else this.#patch(key, { state: 'failed', message: cutOffSentence })
  }
}
