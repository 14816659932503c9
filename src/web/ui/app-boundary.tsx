import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode }

/** The last resort: an error outside any page shows a message and a button, never an empty window. Part of the entry chunk. */
export class AppBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <main className="app-failure" role="alert">
        <h1>The portal stopped working in this tab</h1>
        <p>Unsaved text from the project editor is saved in this browser. You can restore it.</p>
        <button type="button" className="button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </main>
    )
  }
}
