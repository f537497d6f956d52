import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { keywordOptions } from '../../components/forms/remote-select.tsx'

export const hospitalOptions = keywordOptions(hospitalRoutes.options)
