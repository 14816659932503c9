import type { OpenDraft, SavedDraft } from '../../contract.ts'

export type Fields = { to: string; cc: string; bcc: string; subject: string; text: string }
type Attachment = SavedDraft['attachments'][number]
type Upload = { key: number; name: string; share: number; stop: () => void }

/** `stale`: another tab or program saved or deleted it since. */
type Phase = 'untouched' | 'changed' | 'saving' | 'saved' | 'failed' | 'stale'

export type DraftState = {
  fields: Fields
  phase: Phase
  savedAt: string | null
  /** The reason it is not saved. */
  reason: string | null
  attachments: readonly Attachment[]
  uploads: readonly Upload[]
}

/** The reason of a rejected save: `stale` when it came from an old version, or the draft was deleted. */
type Refusal = { isStale: boolean; reason: string }

export type DraftApi = {
  save: (fields: Fields, baseVersion: string | undefined) => Promise<SavedDraft>
  open: () => Promise<OpenDraft>
  upload: (
    file: File,
    sending: { onProgress: (share: number) => void; signal: AbortSignal },
  ) => Promise<SavedDraft>
  detach: (attachment: Attachment) => Promise<SavedDraft>
  refusalOf: (error: unknown) => Refusal
}

type InitialDraft = { fields: Fields; saved: SavedDraft | null }

const pauseMs = 2_000
const againMs = 5_000

/** Autosaves a draft a moment after each edit, one save at a time. */
export function createDraftKeeper(calls: DraftApi, { fields, saved }: InitialDraft) {
  let state: DraftState = {
    fields,
    phase: saved ? 'saved' : 'untouched',
    savedAt: saved?.savedAt ?? null,
    reason: null,
    attachments: saved?.attachments ?? [],
    uploads: [],
  }
  let version = saved?.version
  let isStored = saved !== null
  let isDirty = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let chain: Promise<unknown> = Promise.resolve()
  let count = 0
  const watchers = new Set<() => void>()

  const show = (changes: Partial<DraftState>) => {
    state = { ...state, ...changes }
    for (const changed of watchers) changed()
  }
  const plan = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), ms)
  }
  const take = (draft: SavedDraft) => {
    version = draft.version
    isStored = true
    show({ attachments: draft.attachments, savedAt: draft.savedAt, reason: null })
  }

  const save = async (): Promise<boolean> => {
    clearTimeout(timer)
    if (!isDirty) return state.phase !== 'stale'
    if (state.phase === 'stale') return false
    isDirty = false
    show({ phase: 'saving' })
    try {
      take(await calls.save(state.fields, version))
      show({ phase: isDirty ? 'changed' : 'saved' })
      return true
    } catch (error) {
      const { isStale, reason } = calls.refusalOf(error)
      isDirty = true
      show({ phase: isStale ? 'stale' : 'failed', reason })
      if (!isStale) plan(againMs)
      return false
    }
  }

  /** True once the server has everything on the screen. */
  const flush = (): Promise<boolean> => {
    const turn = chain.then(save)
    chain = turn
    return turn
  }
  const force = (): Promise<boolean> => {
    isDirty = true
    return flush()
  }

  const upload = async (file: File): Promise<void> => {
    count += 1
    const key = count
    const cancel = new AbortController()
    const change = (share: number) =>
      show({ uploads: state.uploads.map((each) => (each.key === key ? { ...each, share } : each)) })
    show({ uploads: [...state.uploads, { key, name: file.name, share: 0, stop: () => cancel.abort() }] })
    try {
      if (!isStored && !(await force())) return
      const draft = await calls.upload(file, { onProgress: change, signal: cancel.signal })
      show({ attachments: draft.attachments, savedAt: draft.savedAt })
    } catch (error) {
      if (!cancel.signal.aborted) show({ reason: `${file.name}: ${calls.refusalOf(error).reason}` })
    } finally {
      show({ uploads: state.uploads.filter((each) => each.key !== key) })
    }
  }

  return {
    read: () => state,
    watch(changed: () => void) {
      watchers.add(changed)
      return () => void watchers.delete(changed)
    },
    change(changes: Partial<Fields>) {
      isDirty = true
      show({
        fields: { ...state.fields, ...changes },
        phase: state.phase === 'stale' || state.phase === 'saving' ? state.phase : 'changed',
      })
      if (state.phase !== 'stale') plan(pauseMs)
    },
    flush,
    /** Saves an untouched draft too. */
    force,
    /** Replaces the version on the server by the text on the screen. */
    overwrite() {
      version = undefined
      show({ phase: 'changed', reason: null })
      return force()
    },
    /** Replaces the text on the screen by the version on the server. */
    async load() {
      try {
        const draft = await calls.open()
        const { to, cc, bcc, subject, text } = draft
        isDirty = false
        take(draft)
        show({ fields: { to, cc, bcc, subject, text }, phase: 'saved' })
      } catch (error) {
        show({ reason: calls.refusalOf(error).reason })
      }
    },
    isStored: () => isStored,
    versionOf: () => version,
    async attach(files: readonly File[]) {
      show({ reason: null })
      for (const file of files) await upload(file)
    },
    async detach(attachment: Attachment) {
      try {
        const draft = await calls.detach(attachment)
        show({ attachments: draft.attachments, savedAt: draft.savedAt, reason: null })
      } catch (error) {
        show({ reason: calls.refusalOf(error).reason })
      }
    },
    refuse: (reason: string | null) => show({ reason }),
    /** Stops saving. */
    abandon() {
      isDirty = false
      clearTimeout(timer)
    },
    stop: () => clearTimeout(timer),
  }
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>
