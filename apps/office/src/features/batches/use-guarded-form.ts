import type { Route } from '@consilium/contract/route.ts'
import type { ObjectSchema, Values } from '../../components/forms/form-values.ts'
import { useRecordForm } from '../../components/forms/use-record-form.ts'
import { useLooseSend } from '../../lib/requests/send.ts'
import { useGuarded } from '../security/proof.tsx'

/** A form whose route asks for a second factor; `onDone` is called once the route has answered. */
export function useGuardedForm(route: Route, initial: Values, onDone: (answer: unknown) => void) {
  const guarded = useGuarded()
  const send = useLooseSend(route)
  return useRecordForm<Values, readonly [unknown] | null>({
    schema: route.body as ObjectSchema,
    initial,
    submit: (body, headers) =>
      guarded(async (): Promise<readonly [unknown]> => [await send.mutateAsync({ body, headers })]),
    onDone: (answered) => {
      if (answered) onDone(answered[0])
    },
  })
}
