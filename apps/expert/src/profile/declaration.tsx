import { capRoutes, ConflictDeclare, type ConflictDeclaration } from '@consilium/contract/caps/caps.ts'
import { Button } from '../parts/button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { CheckboxField, LongTextField } from '../parts/fields.tsx'
import { inputsOf } from '../parts/inputs/inputs-of.ts'
import { Section } from '../parts/section.tsx'
import { Sending } from '../parts/sending.tsx'
import type { View } from '../visit.ts'
import { profileTexts } from './texts.ts'

const DECLARE = 'declare'

/** The expert's own declaration of interests for this year. */
export function Declaration({ view, own }: { view: View; own: ConflictDeclaration | null }) {
  const t = view.say(profileTexts)
  const of = inputsOf(view, ConflictDeclare)
  return (
    <Section
      title={t('declaration')}
      actions={
        <Button kind="plain" data-opens={DECLARE}>
          {t(own ? 'declareAgain' : 'declare')}
        </Button>
      }
    >
      <p class="small">
        {own
          ? t('declared', {
              year: String(own.year),
              what: own.hasConflict ? (own.statement ?? t('hasConflict')) : t('noConflict'),
            })
          : t('declarationHint')}
      </p>
      <Dialog view={view} id={DECLARE} title={t('declaration')}>
        <Sending route={capRoutes.declare}>
          <CheckboxField name="hasConflict" label={t('hasConflict')} />
          <LongTextField {...of('statement', t('statement'))} />
          <div class="buttons">
            <Button type="submit">{t('declare')}</Button>
          </div>
        </Sending>
      </Dialog>
    </Section>
  )
}
