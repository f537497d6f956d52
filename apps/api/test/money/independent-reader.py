"""Reads and writes tables by Python's csv and openpyxl, which share no code with the product. One JSON text a line."""

import base64
import csv
import io
import json
import sys

import openpyxl


def text(value):
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def read(request):
    data = base64.b64decode(request["bytes"])
    if request["format"] == "csv":
        return list(csv.reader(io.StringIO(data.decode(request["encoding"]), newline="")))
    sheet = openpyxl.load_workbook(io.BytesIO(data)).worksheets[0]
    return [[text(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]


def write(request):
    if request["format"] == "csv":
        out = io.StringIO(newline="")
        csv.writer(out).writerows(request["rows"])
        data = out.getvalue().encode(request["encoding"])
    else:
        book = openpyxl.Workbook()
        for row in request["rows"]:
            book.active.append(row)
        for number in request["hidden"]:
            book.active.row_dimensions[number].hidden = True
        out = io.BytesIO()
        book.save(out)
        data = out.getvalue()
    return base64.b64encode(data).decode()


DOES = {"read": read, "write": write}
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps(DOES[request["do"]](request)), flush=True)
