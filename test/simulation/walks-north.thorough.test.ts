import { describeWalks } from './walks.ts'

describeWalks('north')
