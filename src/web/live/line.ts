/** How events reach this tab: through the stream of the whole browser, or one of its own. */
export type Line = {
  /** Called when this tab is shown or hidden. */
  visibilityChanged(): void
  /** The stream may be dead: it is reopened. */
  doubt(): void
  /** The server answers again: the stream does not wait for its next attempt. */
  retry(): void
  /** There are further kinds to follow. */
  follow(): void
  close(): void
}
