export { createClient } from './create-client.ts';
export type { ClientOptions, OutgoingRequest, Tokens } from './create-client.ts';
export type { Answer, Arguments, Call, Client, Following, Item, ListId, OperationId, StreamId } from './calls.ts';
export { ApiProblem, ApiUnreachable, isProblem } from './problem.ts';
export type { CodeOf, ProblemBody, ProblemOf } from './problem.ts';
export { verifyWebhook, WebhookInvalid } from './verify-webhook.ts';
export type { Operations, Schemas, WebhookEvent } from './operations.gen.ts';
export type { TopicMessages } from './messages.gen.ts';
