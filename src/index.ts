/** The public API of graphql-mcp-gateway, named one by one. */

// Making a gateway
export { createGateway } from './gateway/create-gateway.ts';
export type { CreateGatewayOptions, Gateway } from './gateway/gateway.ts';
export type { OutgoingRequest, RequestHeaders } from './execute/caller/request-headers.ts';
export type { IdentifiedCaller, IdentifyCaller } from './auth/authenticator.ts';
export type { ReloadOutcome } from './gateway/reload.ts';
export type { NodeServer } from './serve/node.ts';
export type { Log } from './core/log.ts';

// Options, as gateway.yaml has them
export type {
  AuditOptions,
  AuthOptions,
  GatewayOptions,
  LimitOptions,
  ServerOptions,
  TokenOptions,
} from './config/options.ts';
export type {
  HttpOptions,
  IntrospectionOptions,
  UpstreamOptions,
} from './config/upstream-options.ts';
export type {
  AccessTokenOptions,
  IntrospectTokenOptions,
  IssuerOptions,
  SignedTokenOptions,
  TokenRequestOptions,
} from './config/model/token-options.ts';
export type { ParamOptions, ToolOptions } from './config/upstream-options.ts';

// Checking the tools against those that others rely on
export type { CheckOptions } from './gateway/check.ts';
export type { AllowEntry, CheckRules } from './check/rules/check-rules.ts';
export type { Report } from './check/report/report.ts';
export type { Cause, Change, Witness } from './check/diff/change.ts';

// What an executor of one's own is given, and gives
export type { ExecutionOutcome, Executor, GraphQLRequest } from './core/call.ts';
export type { CallContext, Caller, HeaderSource } from './core/call.ts';

// What comes out
export type { ContentBlock, ToolResult } from './core/call.ts';
export type { Catalog, Operation, Tool, ToolAnnotations } from './core/tool.ts';
export type { Diagnostic, Severity } from './core/diagnostic.ts';
export type { JsonSchema, ObjectSchema } from './core/json-schema.ts';
export { GatewayError } from './core/diagnostic.ts';
