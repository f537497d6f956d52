import { capRoutes } from '@consilium/contract/caps/caps.ts'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { onDemand } from '../../components/on-demand.tsx'
import { Section, useRecord } from '../../components/records/record-page.tsx'
import { RequestError } from '../../components/dialogs/request-error.tsx'
import { frameTexts } from '../../components/texts.ts'
import { orNothing } from '../../lib/format.ts'
import { useMay } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { capTexts } from './texts.ts'

const PostDialog = onDemand(() => import('./post-dialog.tsx'))

function Post({ expertId }: { expertId: number }) {
  const t = useTexts(capTexts)
  const frame = useTexts(frameTexts)
  const may = useMay()
  const [isChanging, setChanging] = useState(false)
  const { data, error, refetch } = useRecord(capRoutes.post, { expertId })
  return (
    <Section
      title={t('post')}
      actions={
        data &&
        may(capRoutes.setPost) && (
          <Button
            variant="default"
            aria-label={`${frame('edit')} · ${t('post')}`}
            onClick={() => setChanging(true)}
          >
            {frame('edit')}
          </Button>
        )
      }
    >
      {error && <RequestError error={error} onRetry={() => void refetch()} />}
      {data && <Text size="sm">{orNothing(data.associationPost)}</Text>}
      <Text size="xs" c="dimmed">
        {t('postHint')}
      </Text>
      {data && isChanging && <PostDialog post={data} onClose={() => setChanging(false)} />}
    </Section>
  )
}

/** The association post of an expert, by which fee tiers are found; for those who keep the tiers. */
export function PostSection({ expertId }: { expertId: number }) {
  return useMay()(capRoutes.post) ? <Post expertId={expertId} /> : null
}
