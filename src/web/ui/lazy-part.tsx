import { Component, type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { showNoConnection } from '../lib/calls/no-connection.ts'
import { loadPart, PartNotLoaded } from '../lib/navigation/load-part.ts'
import { showToast } from './overlays/toast.ts'

const showOutdated = (): void =>
  showToast({
    title: 'This could not be opened',
    description: 'The portal may have been updated. Save your work, then reload the page.',
    variant: 'destructive',
    action: { label: 'Reload', run: () => window.location.reload() },
  })

const showFailed = (): void =>
  showToast({
    title: 'Something went wrong',
    description: 'This part of the page failed and was closed. The rest of the page still works.',
    variant: 'destructive',
  })

function showPartFailure(error: unknown): void {
  if (!(error instanceof PartNotLoaded)) showFailed()
  else if (error.problem === 'outdated') showOutdated()
  else showNoConnection('This cannot be opened until the connection is back.')
}

type BoundaryProps = { onFailure: (error: unknown) => void; children: ReactNode }

/** Closes a part that fails, without the page around it. */
class PartBoundary extends Component<BoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error)
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children
  }
}

type PartProps = {
  /** Also called when the part cannot be loaded. */
  onClose?: () => void
  /** Shown while the part is loading. */
  meanwhile?: ReactNode
}

/** A chunk by the name of its export, and its component once loaded. */
type Source = {
  name: string
  fetch: () => Promise<ComponentType<PartProps>>
  loaded: ComponentType<PartProps> | undefined
}

let drawn: Set<string> | undefined

/** Returns `draw`'s result, and the parts that it drew, whose chunks the browser needs before hydration. */
export function notingParts<Result>(draw: () => Result): [Result, string[]] {
  drawn = new Set()
  try {
    return [draw(), [...drawn]]
  } finally {
    drawn = undefined
  }
}

function Part({ source, props }: { source: Source; props: PartProps }) {
  const [isAwaited, setAwaited] = useState(!source.loaded)
  const fail = (error: unknown) => {
    setAwaited(false)
    showPartFailure(error)
    props.onClose?.()
  }
  const failNow = useEffectEvent(fail)
  useEffect(() => {
    if (source.loaded) return
    let isThere = true
    const take = (component: ComponentType<PartProps>) => {
      source.loaded = component
      if (isThere) setAwaited(false)
    }
    source.fetch().then(take, (error) => isThere && failNow(error))
    return () => {
      isThere = false
    }
  }, [source])
  if (isAwaited || !source.loaded) return isAwaited && props.meanwhile
  drawn?.add(source.name)
  return (
    <PartBoundary onFailure={fail}>
      <source.loaded {...props} />
    </PartBoundary>
  )
}

export type LazyPart<Props> = ((props: Props & PartProps) => ReactNode) & {
  /** Loads it, so that the page is drawn with it, on the server too; after a failure it loads when shown. */
  preload: () => Promise<void>
}

type PartOf<Module, Name extends keyof Module> =
  Extract<Module[Name], (props: never) => ReactNode> extends (props: infer Props) => ReactNode
    ? LazyPart<Props>
    : never

/**
 * A dialog or another part in its own chunk, loaded when first shown. On failure a toast says why, its
 * `onClose` is called, and the page stays; showing it again retries.
 */
export function lazyPart<Module, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
): PartOf<Module, Name> {
  const source: Source = {
    name,
    fetch: async () => (await loadPart(load))[name] as ComponentType<PartProps>,
    loaded: undefined,
  }
  const part = (props: PartProps) => <Part source={source} props={props} />
  const preload = async () => {
    source.loaded ??= await source.fetch().catch(() => undefined)
  }
  return Object.assign(part, { preload }) as unknown as PartOf<Module, Name>
}
