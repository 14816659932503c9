import { lazyPart } from '#web/ui/lazy-part.tsx'

const View = lazyPart(() => import('./site-picture-view.tsx'), 'SitePictureView')

type SitePictureProps = Parameters<typeof View>[0] & {
  /** In pixels, where there is room for so many. */
  width?: number
}

/** A site as its visitors see it, small and for the eyes only. */
export const SitePicture = ({ width, ...site }: SitePictureProps) => (
  <span className="site-picture" aria-hidden style={{ maxWidth: width }}>
    <View {...site} />
  </span>
)
