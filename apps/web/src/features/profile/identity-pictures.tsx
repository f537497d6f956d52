import { expertRoutes, type Expert } from '@consilium/contract/experts/experts.ts'
import { Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { FileUpload, PICTURES_AND_PDF } from '../../components/upload/file-upload.tsx'
import type { ShownFile } from '../../components/upload/file-gallery.tsx'
import { call } from '../../lib/requests/api.ts'
import { refresh } from '../../lib/requests/send.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { profileTexts } from './texts.ts'

/** Front and back, and a second picture of each. */
const PICTURES_MAX = 4

const idsOf = ({ idCardAttachments }: Expert): string[] =>
  idCardAttachments === '' ? [] : idCardAttachments.split(',')

/** Applies changes one after the other to the current list, since two pictures may arrive at the same time. */
function useListChange() {
  const client = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  return (change: (ids: string[]) => string[]): Promise<void> => {
    const work = async () => {
      const expert = await call(expertRoutes.me, {})
      const idCardAttachments = change(idsOf(expert)).join(',')
      await call(expertRoutes.updateMe, { body: { version: expert.version, idCardAttachments } })
      await Promise.all([refresh(client), client.invalidateQueries({ queryKey: sessionQuery.queryKey })])
    }
    const next = last.current.catch(() => undefined).then(work)
    last.current = next
    return next
  }
}

/** Pictures of the identity card, which are saved as soon as they are uploaded. */
export function IdentityPictures({ expert }: { expert: Expert }) {
  const t = useTexts(profileTexts)
  const change = useListChange()
  const [failure, setFailure] = useState<unknown>(null)
  const [asked, setAsked] = useState<ShownFile | null>(null)
  const files = idsOf(expert).map((id, index): ShownFile => ({
    fileId: Number(id),
    fileName: t('picture', { number: index + 1 }),
    url: expert.idCardAttachmentUrls[index] ?? '',
    mediaType: null,
  }))
  const keep = (edit: (ids: string[]) => string[], word: string) => {
    setFailure(null)
    return change(edit).then(() => notifyDone(word), setFailure)
  }
  return (
    <Stack gap="sm">
      {failure !== null && <RequestError error={failure} />}
      <FileUpload
        label={t('pictures')}
        hint={t('picturesHint')}
        accept={PICTURES_AND_PDF}
        camera
        max={PICTURES_MAX}
        files={files}
        onChange={(all) => {
          const newest = all.at(-1)
          if (newest) void keep((ids) => [...ids, String(newest.fileId)], t('pictureSaved'))
        }}
        onRemove={setAsked}
      />
      {asked && (
        <Confirm
          title={t('removePicture')}
          confirmLabel={t('remove')}
          danger
          onConfirm={() =>
            keep((ids) => ids.filter((id) => id !== String(asked.fileId)), t('pictureRemoved'))
          }
          onClose={() => setAsked(null)}
        />
      )}
    </Stack>
  )
}
