/** The visible part of an image: its centre, in image pixels, and the zoom factor. */
export type View = { x: number; y: number; zoom: number }

export type Size = { width: number; height: number }

export const mostZoom = 4

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** The side of the visible part, in image pixels. */
export const visibleSide = ({ width, height }: Size, zoom: number): number => Math.min(width, height) / zoom

/** Clamps a view to the image. */
export function inside(size: Size, { x, y, zoom }: View): View {
  const bound = within(zoom, 1, mostZoom)
  const half = visibleSide(size, bound) / 2
  return {
    x: within(x, half, size.width - half),
    y: within(y, half, size.height - half),
    zoom: bound,
  }
}

/** The largest square in the middle. */
export const middle = ({ width, height }: Size): View => ({ x: width / 2, y: height / 2, zoom: 1 })

/** Moves a view by fractions of the visible side. */
export function moved(size: Size, view: View, { right, down }: { right: number; down: number }): View {
  const side = visibleSide(size, view.zoom)
  return inside(size, { ...view, x: view.x + right * side, y: view.y + down * side })
}
