import { profileRoutes as routes } from '@consilium/contract/profile/profile.ts'
import type { Bind } from '../../domain/bind.ts'
import type { ProfileService } from './service.ts'

export function bindProfile(on: Bind, profile: ProfileService): void {
  on(routes.getInfo, ({ actor }) => profile.get(actor))
}
