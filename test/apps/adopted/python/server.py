import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        self.reply(200 if self.path == '/' else 404)

    def do_POST(self):
        self.rfile.read(int(self.headers.get('content-length', 0)))
        self.reply(201 if self.path == '/carts' else 404)

    def reply(self, status):
        self.send_response(status)
        self.send_header('content-length', '0')
        self.end_headers()


ThreadingHTTPServer(('127.0.0.1', int(os.environ.get('PORT', 8000))), Shop).serve_forever()
