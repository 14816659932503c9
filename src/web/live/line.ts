/** How events reach this tab: through the browser's shared stream, or its own. */
export type Line = {
  /** Called when this tab is shown or hidden. */
  visibilityChanged(): void
  /** The stream may be dead, so reopen it. */
  doubt(): void
  /** The server answers again, so retry now. */
  retry(): void
  /** Further kinds were added. */
  follow(): void
  close(): void
}
