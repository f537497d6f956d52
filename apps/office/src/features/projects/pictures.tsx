import {
  PROJECT_PICTURES_MAX,
  projectPictureRoutes as routes,
  type ProjectPicture,
} from '@consilium/contract/projects/project-pictures.ts'
import type { Project } from '@consilium/contract/projects/projects.ts'
import { ActionIcon, Badge, Button, Group, Text } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Confirm } from '../../components/dialogs/confirm.tsx'
import { notifyDone } from '../../components/dialogs/notify.ts'
import { onDemand } from '../../components/on-demand.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { refresh, useSend } from '../../lib/requests/send.ts'
import { useTexts } from '../../lib/texts.ts'
import { pictureTexts } from './picture-texts.ts'
import classes from './pictures.module.css'

const dialogs = () => import('./picture-dialogs.tsx')
const AddPictureDialog = onDemand(async () => ({ default: (await dialogs()).AddPictureDialog }))
const CaptionDialog = onDemand(async () => ({ default: (await dialogs()).CaptionDialog }))

const ICON = 18

type Step = -1 | 1
type Asked = 'caption' | 'remove'

interface CardProps {
  picture: ProjectPicture
  at: number
  count: number
  onMove: (step: Step) => void
  onAsk: (what: Asked) => void
}

function Card({ picture: { caption, url, width, height }, at, count, onMove, onAsk }: CardProps) {
  const t = useTexts(pictureTexts)
  return (
    <>
      <div className={classes.frame}>
        <img src={url} width={width} height={height} alt={caption} loading="lazy" />
        {at === 0 && <Badge className={classes.cover}>{t('cover')}</Badge>}
      </div>
      <Text size="sm" mt={4} style={{ overflowWrap: 'anywhere' }} aria-hidden>
        {caption}
      </Text>
      <Group gap={4}>
        <ActionIcon
          aria-label={t('earlier', { caption })}
          data-step={-1}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <IconArrowLeft size={ICON} aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t('later', { caption })}
          data-step={1}
          disabled={at === count - 1}
          onClick={() => onMove(1)}
        >
          <IconArrowRight size={ICON} aria-hidden />
        </ActionIcon>
        <ActionIcon aria-label={t('editCaptionOf', { caption })} onClick={() => onAsk('caption')}>
          <IconPencil size={ICON} aria-hidden />
        </ActionIcon>
        <ActionIcon color="red" aria-label={t('removeOne', { caption })} onClick={() => onAsk('remove')}>
          <IconTrash size={ICON} aria-hidden />
        </ActionIcon>
      </Group>
    </>
  )
}

/** Moved pictures lose the focus with their place in the page; the same button gets it back, or its opposite at an end. */
function useFocusOfMoved(pictures: readonly ProjectPicture[]) {
  const list = useRef<HTMLUListElement>(null)
  const moved = useRef<{ pictureId: number; step: Step } | null>(null)
  useEffect(() => {
    if (!moved.current) return
    const { pictureId, step } = moved.current
    moved.current = null
    const place = list.current?.querySelector(`[data-picture="${pictureId}"]`)
    const button = (of: number) =>
      place?.querySelector<HTMLButtonElement>(`[data-step="${of}"]:not(:disabled)`)
    ;(button(step) ?? button(-step))?.focus()
  }, [pictures])
  return { list, moved }
}

function swapped(pictures: readonly ProjectPicture[], at: number, step: Step): ProjectPicture[] {
  const order = [...pictures]
  const [picture] = order.splice(at, 1)
  order.splice(at + step, 0, picture!)
  return order
}

function useChanges(projectId: number) {
  const t = useTexts(pictureTexts)
  const client = useQueryClient()
  const arranging = useSend(routes.arrange)
  const removing = useSend(routes.remove)
  return {
    isSending: arranging.isPending,
    failure: arranging.error ?? removing.error,
    forgetFailure: () => {
      arranging.reset()
      removing.reset()
    },
    arrange: (order: readonly ProjectPicture[]) => {
      const pictures = order.map(({ pictureId, version, caption }) => ({ pictureId, version, caption }))
      return arranging.mutateAsync({ params: { projectId }, body: { pictures } }).then(
        () => {
          notifyDone(t('arranged'))
          return true
        },
        async () => {
          // Somebody else may have changed them, and the next attempt starts from that.
          await refresh(client)
          return false
        },
      )
    },
    remove: ({ pictureId }: ProjectPicture) =>
      removing.mutateAsync({ params: { projectId, pictureId } }).then(
        () => notifyDone(t('removed')),
        () => undefined,
      ),
  }
}

function Pictures({ projectId, pictures }: { projectId: number; pictures: readonly ProjectPicture[] }) {
  const t = useTexts(pictureTexts)
  const { isSending, failure, forgetFailure, arrange, remove } = useChanges(projectId)
  const { list, moved } = useFocusOfMoved(pictures)
  const [asked, setAsked] = useState<{ what: Asked; picture: ProjectPicture } | null>(null)
  const close = () => setAsked(null)
  // Not disabled meanwhile, which would take the focus from the button.
  const move = (at: number, step: Step) => {
    if (isSending) return
    moved.current = { pictureId: pictures[at]!.pictureId, step }
    void arrange(swapped(pictures, at, step))
  }
  const rename = (picture: ProjectPicture, caption: string) =>
    arrange(pictures.map((one) => (one.pictureId === picture.pictureId ? { ...one, caption } : one)))
  return (
    <>
      {failure && asked?.what !== 'caption' && <RequestError error={failure} />}
      <ul className={classes.list} ref={list}>
        {pictures.map((picture, at) => (
          <li key={picture.pictureId} data-picture={picture.pictureId}>
            <Card
              picture={picture}
              at={at}
              count={pictures.length}
              onMove={(step) => move(at, step)}
              onAsk={(what) => {
                forgetFailure()
                setAsked({ what, picture })
              }}
            />
          </li>
        ))}
      </ul>
      {asked?.what === 'caption' && (
        <CaptionDialog
          picture={asked.picture}
          onSave={(caption) => rename(asked.picture, caption)}
          failure={failure}
          onClose={close}
        />
      )}
      {asked?.what === 'remove' && (
        <Confirm
          title={t('removeTitle')}
          confirmLabel={t('remove')}
          danger
          onConfirm={() => remove(asked.picture)}
          onClose={close}
        >
          {t('removeText', { caption: asked.picture.caption })}
        </Confirm>
      )}
    </>
  )
}

/** The pictures of a project for its public page, which managers add, order and delete. */
export function ProjectPictures({ project: { projectId, isPublished } }: { project: Project }) {
  const t = useTexts(pictureTexts)
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useRecord(routes.list, { projectId: String(projectId) })
  const mayAdd = data !== undefined && data.length < PROJECT_PICTURES_MAX
  return (
    <Section
      title={t('pictures')}
      actions={
        mayAdd && (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed">
        {t('hint', { max: PROJECT_PICTURES_MAX })}
        {!isPublished && ` ${t('notPublished')}`}
      </Text>
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Text size="sm" mt="xs">
          {t('none')}
        </Text>
      )}
      {data && data.length > 0 && <Pictures projectId={projectId} pictures={data} />}
      {isAdding && <AddPictureDialog projectId={projectId} onClose={() => setAdding(false)} />}
    </Section>
  )
}
