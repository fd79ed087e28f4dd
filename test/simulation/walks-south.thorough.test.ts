import { describeWalks } from './walks.ts'

describeWalks('south')
