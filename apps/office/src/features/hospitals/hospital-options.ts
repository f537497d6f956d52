import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { keywordOptions } from '../../components/forms/option-source.ts'

export const hospitalOptions = keywordOptions(hospitalRoutes.options)
