import { Stack, Text } from '@mantine/core'
import type { SiteDropProps } from '#web/feature.ts'
import { Modal } from '#web/ui/dialogs/modal.tsx'
import { useFeatures } from '#web/use-features.ts'

type MissingUploadDialogProps = {
  path: string
  site: SiteDropProps['site']
  opened: boolean
  onClose: () => void
}

/** Uploads a missing file to the site, where the pages look for it. */
export function MissingUploadDialog({ path, site, opened, onClose }: MissingUploadDialogProps) {
  const SiteDrop = useFeatures().find((feature) => feature.SiteDrop)?.SiteDrop
  const title = `Upload ${path}`
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': `Close: ${title}` }}
    >
      <Stack gap="sm">
        <Text size="sm">
          Choose a file named <strong>{path.slice(path.lastIndexOf('/') + 1)}</strong>. It will be uploaded to{' '}
          {folder ? `the folder ${folder}` : 'the root folder'} of {site.name}. Projects hold text files only.
        </Text>
        {SiteDrop && <SiteDrop site={site} path={folder} />}
      </Stack>
    </Modal>
  )
}
