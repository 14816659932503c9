import { lazyPart } from '#web/ui/lazy-part.tsx'

const View = lazyPart(() => import('./site-picture-view.tsx'), 'SitePictureView')

type SitePictureProps = Parameters<typeof View>[0] & {
  /** In pixels, if there is room. */
  width?: number
}

/** A small, decorative picture of a site as visitors see it. */
export const SitePicture = ({ width, ...site }: SitePictureProps) => (
  <span className="site-picture" aria-hidden style={{ maxWidth: width }}>
    <View {...site} />
  </span>
)
