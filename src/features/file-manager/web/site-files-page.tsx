import { getRouteApi } from '@tanstack/react-router'
import { FilesPlaceProvider } from './files-place.tsx'
import { FilesScreen } from './files-screen.tsx'

const route = getRouteApi('/signed-in/shell/server-management/$serviceId/files')

/** The files of one site, in a tab of its page. */
export function SiteFilesPage() {
  const { dialog, ...search } = route.useSearch()
  const { serviceId } = route.useParams()
  return (
    <FilesPlaceProvider value={{ search: { ...search, service: serviceId }, siteId: serviceId }}>
      <FilesScreen dialog={dialog} />
    </FilesPlaceProvider>
  )
}
