/** The JSON-RPC code for a text that is not JSON. */
export const PARSE_ERROR = -32700;

/** The JSON-RPC code for JSON that is not a message. */
export const INVALID_REQUEST = -32600;

/** The JSON-RPC code for a method that the other side does not know. */
export const METHOD_NOT_FOUND = -32601;

/** The JSON-RPC code for parameters that the method does not take. */
export const INVALID_PARAMS = -32602;

/** The JSON-RPC code for a fault of the side that answers. */
export const INTERNAL_ERROR = -32603;
