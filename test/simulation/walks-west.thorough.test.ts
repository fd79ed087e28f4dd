import { describeWalks } from './walks.ts'

describeWalks('west')
