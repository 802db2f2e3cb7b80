/** SQL for a product's search text: its name and its SKU, separated by a newline. */
export const productWords = "lower(name || char(10) || coalesce(sku, ''))"

/**
 * Indexes for the admin's pages: a customer's orders, the sources, an order's events. The last two contain all columns by
 * which orders are filtered and products are searched, in id order, so that such a query reads only the index, newest first.
 */
export const adminIndexes = `
  CREATE INDEX orders_by_customer ON orders (customer_id, id) WHERE customer_id IS NOT NULL;
  CREATE INDEX orders_by_source ON orders (order_source) WHERE order_source IS NOT NULL;
  CREATE INDEX events_by_order ON events (data ->> '$.orderId');
  CREATE INDEX orders_by_facts ON orders (region_id, id, status, order_source, created_at, order_number);
  CREATE INDEX products_by_words ON products (id, status, ${productWords});
  `
