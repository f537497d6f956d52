import type { Route } from '@consilium/contract/route.ts'
import { frameTexts } from '../frame/texts.ts'
import type { View } from '../visit.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Sending } from './sending.tsx'

interface RemovalProps {
  view: View
  route: Route
  params: Readonly<Record<string, number>>
  /** Name of the record. */
  name: string
}

/** Deletes a record of a list, after a question. */
export function Removal({ view, route, params, name }: RemovalProps) {
  const t = view.say(frameTexts)
  const id = `remove-${Object.values(params).join('-')}`
  return (
    <>
      <Button kind="quiet" icon="trash" data-opens={id} label={t('removeOne', { name })}>
        {t('remove')}
      </Button>
      <Dialog view={view} id={id} title={t('removeQuestion', { name })}>
        <Sending route={route} params={params} done={t('removed', { name })}>
          <p>{t('cannotBeUndone')}</p>
          <div class="buttons">
            <Button type="submit">{t('remove')}</Button>
          </div>
        </Sending>
      </Dialog>
    </>
  )
}
